package io.onceflow.devstack.suite;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;

/**
 * The program of a service's process as the launcher sees it: a jar that can be unpacked, takes its
 * settings from the environment, and says on its management port that it is ready.
 */
final class StandInService {
  private StandInService() {}

  static void main(String[] words) throws IOException {
    if ("tools".equals(System.getProperty("jarmode"))) {
      unpack(Path.of(words[words.length - 1]));
      return;
    }
    var settings = System.getenv("SPRING_APPLICATION_JSON");
    if (settings.contains("\"stand-in.fails\"")) {
      throw new IllegalStateException("stand-in.fails is set");
    }
    if (System.getProperty("spring.context.exit") != null) {
      return;
    }
    serve(port(settings, "management.server.port"), "/actuator/health/readiness");
    serve(port(settings, "server.port"), "/");
  }

  private static void unpack(Path target) throws IOException {
    var jar = Path.of(System.getProperty("java.class.path"));
    Files.createDirectories(target);
    Files.copy(jar, target.resolve(jar.getFileName()));
  }

  private static void serve(int port, String path) throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    var server = HttpServer.create(address, 0);
    server.createContext(
        path,
        exchange -> {
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
  }

  private static int port(String settings, String name) {
    var found = Pattern.compile("\"" + Pattern.quote(name) + "\":\"(\\d+)\"").matcher(settings);
    if (!found.find()) {
      throw new IllegalStateException(name + " is missing in " + settings);
    }
    return Integer.parseInt(found.group(1));
  }

  /** Makes a project folder whose services are all this program. */
  static void putInto(Path home) throws IOException {
    for (var module :
        List.of("ingest-service", "outbox-relay", "worker-service", "aggregator-service")) {
      var target = Files.createDirectories(home.resolve(module).resolve("target"));
      writeJar(target.resolve(module + "-1.jar"));
    }
  }

  private static void writeJar(Path jar) throws IOException {
    var manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, StandInService.class.getName());
    var name = StandInService.class.getName().replace('.', '/') + ".class";
    try (var in = StandInService.class.getClassLoader().getResourceAsStream(name);
        var out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      out.putNextEntry(new JarEntry(name));
      if (in != null) {
        in.transferTo(out);
      }
    }
  }
}
