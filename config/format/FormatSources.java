import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Holds every Java source below a folder to google-java-format: {@code check} names the files that
 * differ and exits with 1, {@code fix} rewrites them. Run by the build in the JDK of the toolchain,
 * because the formatter parses with the compiler of the JDK it runs in.
 */
final class FormatSources {
  public static void main(String[] args) throws Exception {
    var root = Path.of(args[1]);
    var formatter = new Formatter(JavaFormatterOptions.defaultOptions());
    var differing = new ArrayList<Path>();
    for (var file : sources(root)) {
      var text = Files.readString(file);
      var formatted = formatter.formatSourceAndFixImports(text);
      if (formatted.equals(text)) {
        continue;
      }
      differing.add(root.relativize(file));
      if (args[0].equals("fix")) {
        Files.writeString(file, formatted);
      }
    }
    if (args[0].equals("check") && !differing.isEmpty()) {
      differing.forEach(file -> System.err.println("not formatted: " + file));
      System.err.println("Remedy: ./mvnw -N validate -Donceflow.format=fix");
      System.exit(1);
    }
  }

  private static List<Path> sources(Path root) throws IOException {
    try (var files = Files.walk(root)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !root.relativize(file).toString().matches("(.*/)?(target|\\.[^/]+)/.*"))
          .sorted()
          .toList();
    }
  }
}
