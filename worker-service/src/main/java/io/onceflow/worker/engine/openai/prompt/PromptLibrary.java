package io.onceflow.worker.engine.openai.prompt;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The prompts' files, {@code <name>.en.md} and {@code <name>.zh.md}: those of a folder, before
 * those that come with the suite.
 */
public final class PromptLibrary {
  private static final String SHIPPED = "/io/onceflow/worker/engine/openai/prompts/";

  private final @Nullable Path folder;

  /**
   * @param folder absent for the shipped prompts alone
   */
  public PromptLibrary(@Nullable Path folder) {
    this.folder = folder;
  }

  /**
   * A prompt in its languages. A prompt of the folder stands in for the shipped one in all
   * languages.
   *
   * @param values of its placeholders, by language
   * @throws IllegalArgumentException naming the file that is missing or wrong
   */
  public Prompts load(String name, Map<LanguageFamily, Map<String, String>> values) {
    var prompts = new EnumMap<LanguageFamily, Prompt>(LanguageFamily.class);
    boolean own =
        folder != null && Files.exists(folder.resolve(file(name, LanguageFamily.ENGLISH)));
    for (var language : LanguageFamily.values()) {
      var file = file(name, language);
      var text = own ? readOwn(file) : readShipped(file);
      if (text != null) {
        prompts.put(
            language, PromptFile.parse(file, text).fill(values.getOrDefault(language, Map.of())));
      }
    }
    if (!prompts.containsKey(LanguageFamily.ENGLISH)) {
      throw new IllegalArgumentException(
          "there is no prompt %s in onceflow.engine.openai.prompts-folder (%s), and none of that name is shipped"
              .formatted(file(name, LanguageFamily.ENGLISH), folder == null ? "not set" : folder));
    }
    return new Prompts(name, prompts);
  }

  private static String file(String name, LanguageFamily language) {
    return name + "." + language.code() + ".md";
  }

  private @Nullable String readOwn(String file) {
    if (folder == null || !Files.exists(folder.resolve(file))) {
      return null;
    }
    try {
      return Files.readString(folder.resolve(file));
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "the prompt %s cannot be read".formatted(folder.resolve(file)), e);
    }
  }

  private static @Nullable String readShipped(String file) {
    try (var stream = PromptLibrary.class.getResourceAsStream(SHIPPED + file)) {
      return stream == null ? null : new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
