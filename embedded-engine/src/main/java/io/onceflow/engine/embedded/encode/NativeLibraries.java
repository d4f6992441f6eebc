package io.onceflow.engine.embedded.encode;

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
 * Keeps ONNX Runtime's native libraries in a folder of ours, unpacked once, instead of a new
 * temporary folder at each start. Several processes may do so at once.
 */
public final class NativeLibraries {
  /** ONNX Runtime's own setting: the folder to load from. */
  private static final String PATH_PROPERTY = "onnxruntime.native.path";

  private NativeLibraries() {}

  /**
   * Unpacks what is missing into the folder and has ONNX Runtime load from there. Has an effect
   * only before the first model of the process is loaded; a folder already set by the system
   * property {@code onnxruntime.native.path} stands. On a platform whose libraries are not in the
   * jar nothing is done, and ONNX Runtime says so itself when it loads.
   *
   * @throws UncheckedIOException if the folder cannot be written
   */
  public static void keepIn(Path folder) {
    if (System.getProperty(PATH_PROPERTY) != null) {
      return;
    }
    String platform = platform();
    List<String> names =
        List.of(System.mapLibraryName("onnxruntime"), System.mapLibraryName("onnxruntime4j_jni"));
    try {
      for (String name : names) {
        URL library =
            NativeLibraries.class.getResource("/ai/onnxruntime/native/" + platform + "/" + name);
        if (library == null) {
          return;
        }
        unpack(library, folder.resolve(name));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot unpack ONNX Runtime's libraries to " + folder, e);
    }
    System.setProperty(PATH_PROPERTY, folder.toAbsolutePath().toString());
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
