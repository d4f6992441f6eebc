package io.onceflow.worker.engine.openai.prompt;

import java.util.EnumMap;
import java.util.Map;

/** A step's prompt in each family of languages. */
public final class Prompts {
  private final String name;
  private final Map<LanguageFamily, Prompt> byLanguage;

  Prompts(String name, Map<LanguageFamily, Prompt> byLanguage) {
    this.name = name;
    this.byLanguage = new EnumMap<>(byLanguage);
  }

  /** The prompt for a document in its own language, or in English. */
  public Prompt forDocument(String text) {
    return in(LanguageFamily.of(text));
  }

  /** The name with each language's version, such as {@code summary-gen.en1.zh1}. */
  public String version() {
    var version = new StringBuilder(name);
    for (var language : LanguageFamily.values()) {
      version.append('.').append(language.code()).append(in(language).version());
    }
    return version.toString();
  }

  /** All that a model may be told, for a fingerprint of it. */
  public String wording() {
    var wording = new StringBuilder();
    for (var language : LanguageFamily.values()) {
      wording.append(in(language).task()).append('\0').append(in(language).closing()).append('\0');
    }
    return wording.toString();
  }

  /** The prompt for documents of a family of languages. */
  public Prompt in(LanguageFamily language) {
    var prompt = byLanguage.getOrDefault(language, byLanguage.get(LanguageFamily.ENGLISH));
    if (prompt == null) {
      throw new IllegalStateException("no English prompt " + name);
    }
    return prompt;
  }
}
