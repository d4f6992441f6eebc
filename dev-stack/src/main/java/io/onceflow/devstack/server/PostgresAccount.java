package io.onceflow.devstack.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The account that PostgreSQL runs under: it refuses to run as root.
 *
 * @param prefix words to put before PostgreSQL's own command
 * @param owner who must own its data, as {@code chown} takes it; empty for the present user
 */
record PostgresAccount(List<String> prefix, String owner) {
  private static final String NOBODY = "nobody";
  private static final int PATIENCE_SECONDS = 10;

  /**
   * The present user where that is not root. Root looks like nobody in a user namespace of its own
   * where it may make one, and becomes nobody otherwise.
   */
  static PostgresAccount choose(List<Path> folders) {
    if (!answer("id", "-u").equals("0")) {
      return new PostgresAccount(List.of(), "");
    }
    var namespace = List.of("unshare", "-U");
    return works(namespace) ? new PostgresAccount(namespace, "") : unprivileged(folders);
  }

  /** The user nobody, for root; it must be able to enter the folders. */
  static PostgresAccount unprivileged(List<Path> folders) {
    var owner = answer("id", "-u", NOBODY) + ":" + answer("id", "-g", NOBODY);
    return ways(owner).stream()
        .filter(way -> folders.stream().allMatch(folder -> mayEnter(way, folder)))
        .findFirst()
        .map(way -> new PostgresAccount(way, owner))
        .orElseThrow(
            () ->
                new LaunchException(
                    """
                    PostgreSQL does not run as root, and the user %s cannot enter all of %s. \
                    Remedy: keep the data in a folder that everyone may enter, for example \
                    --data /var/tmp/onceflow, or run as an ordinary user.\
                    """
                        .formatted(NOBODY, folders)));
  }

  /**
   * Ways to become nobody, the plainest first. The last keeps the capability to enter folders that
   * are root's alone, such as /root, and the security bit with which access(2) knows of it.
   */
  private static List<List<String>> ways(String owner) {
    var ids = owner.split(":", 2);
    var setpriv = List.of("setpriv", "--reuid=" + ids[0], "--regid=" + ids[1], "--clear-groups");
    var entering = new ArrayList<>(setpriv);
    entering.addAll(
        List.of(
            "--inh-caps=+dac_override",
            "--ambient-caps=+dac_override",
            "--securebits=+no_setuid_fixup"));
    return List.of(setpriv, List.of("runuser", "-u", NOBODY, "--"), entering);
  }

  /** Hands a file or folder, with all it holds, to the account. */
  void own(Path path) throws IOException {
    if (owner.isEmpty()) {
      return;
    }
    if (!succeeds(List.of("chown", "-R", owner, path.toString()))) {
      throw new IOException("cannot hand " + path + " to " + owner);
    }
  }

  List<String> command(List<String> words) {
    var all = new ArrayList<>(prefix);
    all.addAll(words);
    return all;
  }

  private static boolean works(List<String> prefix) {
    var words = new ArrayList<>(prefix);
    words.add("true");
    return succeeds(words);
  }

  private static boolean mayEnter(List<String> prefix, Path folder) {
    var words = new ArrayList<>(prefix);
    words.addAll(List.of("test", "-x", folder.resolve("..").toString()));
    return succeeds(words);
  }

  private static boolean succeeds(List<String> words) {
    try {
      var process =
          new ProcessBuilder(words)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static String answer(String... words) {
    try {
      var process = new ProcessBuilder(words).start();
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
    } catch (IOException e) {
      throw new LaunchException("Cannot run " + words[0] + ": " + e.getMessage(), e);
    }
  }
}
