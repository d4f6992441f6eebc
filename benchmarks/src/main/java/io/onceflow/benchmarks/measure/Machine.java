package io.onceflow.benchmarks.measure;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What the figures were measured on. */
final class Machine {
  private static final double GIBI = 1 << 30;

  private Machine() {}

  static Map<String, String> describe() {
    var description = new LinkedHashMap<String, String>();
    description.put("machine", "%d cores, %s, %s".formatted(cores(), memory(), processor()));
    description.put(
        "system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    description.put("Java", System.getProperty("java.vm.version"));
    description.put("load before", load());
    return description;
  }

  private static int cores() {
    return Runtime.getRuntime().availableProcessors();
  }

  private static String memory() {
    return firstOf("/proc/meminfo", "MemTotal:")
        .map(text -> Long.parseLong(text.replaceAll("\\D", "")) * 1024 / GIBI)
        .map(size -> String.format(Locale.ROOT, "%.0f GiB", size))
        .orElse("memory unknown");
  }

  private static String processor() {
    return firstOf("/proc/cpuinfo", "model name")
        .map(text -> text.substring(text.indexOf(':') + 1).strip())
        .orElse(System.getProperty("os.arch"));
  }

  private static String load() {
    var load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    return String.format(Locale.ROOT, "%.1f (mean of a minute)", load);
  }

  private static Optional<String> firstOf(String file, String beginning) {
    try (var lines = Files.lines(Path.of(file))) {
      return lines.filter(line -> line.startsWith(beginning)).findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
