package io.onceflow.system.containers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads a YAML file of the project with its anchors and merge keys resolved. */
final class YamlFile {
  private static final JsonMapper MAPPER = new JsonMapper();

  private YamlFile() {}

  /** The file's tree; the path counts from the project's root. */
  static JsonNode read(String path) {
    var options = new LoaderOptions();
    options.setMaxAliasesForCollections(200);
    try (var reader = Files.newBufferedReader(root().resolve(path))) {
      Object tree = new Yaml(options).load(reader);
      return MAPPER.valueToTree(tree);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Path root() {
    return Path.of("..").toAbsolutePath().normalize();
  }
}
