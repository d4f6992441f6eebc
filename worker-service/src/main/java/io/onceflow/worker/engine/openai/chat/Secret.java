package io.onceflow.worker.engine.openai.chat;

/** A text that no log, message or dump of settings may show. */
public final class Secret {
  private final String text;

  private Secret(String text) {
    this.text = text;
  }

  /** A secret without the blanks and line ends that files and shells leave around it. */
  public static Secret of(String text) {
    return new Secret(text.strip());
  }

  /** For the request's header alone. */
  String reveal() {
    return text;
  }

  /** Whether it can be sent as a header's value. */
  public boolean isHeaderValue() {
    return text.chars().noneMatch(Character::isISOControl);
  }

  public boolean isEmpty() {
    return text.isEmpty();
  }

  /** A text from elsewhere, such as a provider's error message, without this secret. */
  String removedFrom(String message) {
    return text.isEmpty() ? message : message.replace(text, toString());
  }

  @Override
  public String toString() {
    return "***";
  }
}
