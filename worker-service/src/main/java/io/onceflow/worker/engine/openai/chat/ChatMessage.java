package io.onceflow.worker.engine.openai.chat;

/** One message of a conversation with a model. */
public record ChatMessage(Role role, String text) {

  /** Who speaks. */
  public enum Role {
    SYSTEM,
    USER,
    ASSISTANT
  }

  public static ChatMessage system(String text) {
    return new ChatMessage(Role.SYSTEM, text);
  }

  public static ChatMessage user(String text) {
    return new ChatMessage(Role.USER, text);
  }

  public static ChatMessage assistant(String text) {
    return new ChatMessage(Role.ASSISTANT, text);
  }
}
