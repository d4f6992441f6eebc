package io.onceflow.engine.embedded.text;

/** The languages the engine has models for. */
public enum Language {
  ENGLISH("en"),
  CHINESE("zh");

  private final String code;

  Language(String code) {
    this.code = code;
  }

  /** The ISO 639-1 code. */
  public String code() {
    return code;
  }
}
