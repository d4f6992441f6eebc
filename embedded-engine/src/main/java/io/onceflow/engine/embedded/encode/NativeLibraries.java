package io.onceflow.engine.embedded.encode;

import ai.onnxruntime.OrtEnvironment;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;

/**
 * Places ONNX Runtime's native libraries. Left alone, ONNX Runtime unpacks 23 MB to a new temporary
 * folder at each start and leaves them there when the process is killed. Both ways here have an
 * effect only before the first model of the process is loaded; a folder that the operator set by
 * the system property {@code onnxruntime.native.path} stands. On a platform whose libraries are not
 * in the jar nothing is done, and ONNX Runtime says so itself when it loads.
 */
public final class NativeLibraries {
  /** ONNX Runtime's own setting: the folder to load from. */
  private static final String PATH_PROPERTY = "onnxruntime.native.path";

  private static boolean placed;

  private NativeLibraries() {}

  /**
   * Unpacks what is missing into a folder that later starts, and other processes at the same time,
   * find again, and has ONNX Runtime load from there.
   *
   * @throws UncheckedIOException if the folder cannot be written
   */
  public static synchronized void keepIn(Path folder) {
    if (System.getProperty(PATH_PROPERTY) != null) {
      return;
    }
    try {
      if (unpackAll(folder)) {
        System.setProperty(PATH_PROPERTY, folder.toAbsolutePath().toString());
        placed = true;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot unpack ONNX Runtime's libraries to " + folder, e);
    }
  }

  /**
   * Loads the libraries from a temporary folder and deletes it at once, which a running process
   * does not mind; where the system keeps loaded files (Windows), they go when the process ends.
   *
   * @throws UncheckedIOException if there is no room for temporary files
   */
  public static synchronized void loadWithoutTrace() {
    if (placed || System.getProperty(PATH_PROPERTY) != null) {
      return;
    }
    placed = true;
    try {
      Path folder = Files.createTempDirectory("onceflow-onnxruntime");
      try {
        if (unpackAll(folder)) {
          System.setProperty(PATH_PROPERTY, folder.toString());
          OrtEnvironment.getEnvironment();
          System.clearProperty(PATH_PROPERTY);
        }
      } finally {
        delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot unpack ONNX Runtime's libraries", e);
    }
  }

  private static void delete(Path folder) throws IOException {
    List<Path> all;
    try (var files = Files.list(folder)) {
      all = files.toList();
    }
    if (all.stream().allMatch(file -> file.toFile().delete()) && folder.toFile().delete()) {
      return;
    }
    // what is registered last goes first: the folder after its files
    folder.toFile().deleteOnExit();
    all.forEach(file -> file.toFile().deleteOnExit());
  }

  /** Whether the platform's libraries were in the jar. */
  private static boolean unpackAll(Path folder) throws IOException {
    for (String name : List.of("onnxruntime", "onnxruntime4j_jni")) {
      String file = System.mapLibraryName(name);
      URL library =
          NativeLibraries.class.getResource("/ai/onnxruntime/native/" + platform() + "/" + file);
      if (library == null) {
        return false;
      }
      unpack(library, folder.resolve(file));
    }
    return true;
  }

  private static void unpack(URL library, Path target) throws IOException {
    Files.createDirectories(target.toAbsolutePath().getParent());
    long size = library.openConnection().getContentLengthLong();
    // a library of another version, or one cut short, is replaced
    if (size >= 0 && Files.exists(target) && Files.size(target) == size) {
      return;
    }
    // moved into place whole: a process that has the old file loaded keeps it, none sees half a
    // file
    Path part = Files.createTempFile(target.getParent(), target.getFileName().toString(), ".part");
    try {
      try (InputStream stream = library.openStream()) {
        Files.copy(stream, part, StandardCopyOption.REPLACE_EXISTING);
      }
      Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  /** The platform's name in ONNX Runtime's jar, such as {@code linux-x64}. */
  private static String platform() {
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    String machine = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
    String os = system.contains("mac") ? "osx" : system.contains("win") ? "win" : "linux";
    boolean arm = machine.equals("aarch64") || machine.equals("arm64");
    return os + (arm ? "-aarch64" : "-x64");
  }
}
