package io.onceflow.devstack.launcher;

import io.onceflow.devstack.server.LaunchException;
import io.onceflow.devstack.service.ServiceKind;
import io.onceflow.devstack.suite.SuitePlan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was typed.
 *
 * @param json whether {@code status} answers for programs
 * @param sample the language of the sample article, or null for none
 * @param files to upload instead of the sample
 * @param providerPort where the fake provider is to listen
 */
record Options(
    Command command,
    SuitePlan plan,
    boolean json,
    @Nullable String sample,
    List<Path> files,
    int providerPort) {

  enum Command {
    RUN,
    DETACH,
    /** What {@code --detach} starts in the background. */
    DETACHED,
    STATUS,
    STOP,
    /** Runs the fake model provider alone. */
    PROVIDER,
    HELP
  }

  /**
   * @param home the project's folder
   * @param folder where the command was typed; paths are relative to it
   */
  static Options parse(List<String> words, Path home, Path folder) {
    return new Reader(home, folder).read(words);
  }

  /** Reads the words one by one. */
  private static final class Reader {
    private static final int MAX_OFFSET = 45_000;
    private static final int MAX_PORT = 65_535;
    private static final int PROVIDER_PORT = 8090;
    private static final String ENDPOINT = "onceflow.engine.openai.endpoints.default.";
    private static final String OPENAI_KEY = "OPENAI_API_KEY";

    private final Path home;
    private final Path folder;
    private final Map<ServiceKind, Integer> instances = new EnumMap<>(ServiceKind.class);
    private final Map<String, String> settings = new LinkedHashMap<>();
    private final List<Path> files = new ArrayList<>();
    private Command command = Command.RUN;
    private Path data;
    private int portOffset;
    private @Nullable String postgres;
    private @Nullable String kafka;
    private @Nullable String redis;
    private @Nullable String sample = "en";
    private boolean json;
    private int providerPort = PROVIDER_PORT;

    Reader(Path home, Path folder) {
      this.home = home;
      this.folder = folder;
      this.data = home.resolve(".onceflow");
    }

    Options read(List<String> words) {
      var rest = new ArrayDeque<>(words);
      while (!rest.isEmpty()) {
        read(rest.removeFirst(), rest);
      }
      var external = new SuitePlan.External(postgres, kafka, redis);
      var plan = new SuitePlan(home, data, portOffset, instances, settings, external);
      return new Options(command, plan, json, sample, List.copyOf(files), providerPort);
    }

    private void read(String word, Deque<String> rest) {
      switch (word) {
        case "status" -> command = Command.STATUS;
        case "stop" -> command = Command.STOP;
        case "provider" -> command = Command.PROVIDER;
        case "--port" -> providerPort = number(word, value(word, rest), 1, MAX_PORT);
        case "--help", "-h", "help" -> command = Command.HELP;
        case "--detach" -> command = Command.DETACH;
        case "--detached" -> command = Command.DETACHED;
        case "--json" -> json = true;
        case "--no-sample" -> sample = null;
        case "--sample" -> sample = oneOf(word, value(word, rest), List.of("en", "zh"));
        case "--data" -> data = folder.resolve(value(word, rest));
        case "--port-offset" -> portOffset = number(word, value(word, rest), 0, MAX_OFFSET);
        case "--ingests" -> count(ServiceKind.INGEST, word, rest);
        case "--relays" -> count(ServiceKind.RELAY, word, rest);
        case "--workers" -> count(ServiceKind.WORKER, word, rest);
        case "--aggregators" -> count(ServiceKind.AGGREGATOR, word, rest);
        case "--set" -> set(value(word, rest));
        case "--engine" -> engine(value(word, rest));
        case "--base-url" -> settings.put(ENDPOINT + "base-url", value(word, rest));
        case "--model" -> settings.put(ENDPOINT + "model", value(word, rest));
        case "--postgres" -> postgres = value(word, rest);
        case "--kafka" -> kafka = value(word, rest);
        case "--redis" -> redis = value(word, rest);
        default -> file(word, rest);
      }
    }

    private void file(String word, Deque<String> rest) {
      var equals = word.indexOf('=');
      if (word.startsWith("--") && equals > 0) {
        rest.addFirst(word.substring(equals + 1));
        read(word.substring(0, equals), rest);
        return;
      }
      if (word.startsWith("-")) {
        throw new LaunchException("Unknown option %s. Remedy: ./run --help".formatted(word));
      }
      var file = folder.resolve(word);
      if (!Files.isRegularFile(file)) {
        throw new LaunchException(
            "'%s' is no command, and there is no file %s. Remedy: ./run --help"
                .formatted(word, file));
      }
      files.add(file);
    }

    private void count(ServiceKind kind, String word, Deque<String> rest) {
      instances.put(kind, number(word, value(word, rest), 1, ServiceKind.MAX_INSTANCES));
    }

    private void set(String setting) {
      var equals = setting.indexOf('=');
      if (equals < 1) {
        throw new LaunchException(
            "--set %s has no value. Remedy: --set KEY=VALUE".formatted(setting));
      }
      settings.put(setting.substring(0, equals).strip(), setting.substring(equals + 1));
    }

    private void engine(String name) {
      settings.put("onceflow.engine.default", name);
      if (name.equals("openai") && System.getenv(OPENAI_KEY) != null) {
        // a reference: the key stays in the environment
        settings.put(ENDPOINT + "api-key", "${%s}".formatted(OPENAI_KEY));
      }
    }

    private static String value(String word, Deque<String> rest) {
      if (rest.isEmpty()) {
        throw new LaunchException(word + " needs a value. Remedy: ./run --help");
      }
      return rest.removeFirst();
    }

    private static String oneOf(String word, String value, List<String> allowed) {
      if (!allowed.contains(value)) {
        throw new LaunchException(
            "%s %s is not known. Remedy: choose one of %s"
                .formatted(word, value, String.join(", ", allowed)));
      }
      return value;
    }

    private static int number(String word, String value, int least, int most) {
      try {
        var number = Integer.parseInt(value);
        if (number >= least && number <= most) {
          return number;
        }
      } catch (NumberFormatException e) {
        // said below
      }
      throw new LaunchException(
          "%s %s: a number from %d to %d is needed. Remedy: ./run --help"
              .formatted(word, value, least, most));
    }
  }
}
