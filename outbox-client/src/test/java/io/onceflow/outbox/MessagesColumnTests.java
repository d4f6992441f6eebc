package io.onceflow.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;

class MessagesColumnTests {

  @Test
  void whatIsWrittenIsReadAgainWithAnyUnicode() {
    var messages =
        List.of(
            new OutboxMessage("a", UUID.randomUUID(), "A", 1, "{\"t\":\"\u0000 \\ 漢 😀\"", true),
            new OutboxMessage("b", UUID.randomUUID(), "B", 2, "", false));

    assertThat(MessagesColumn.read(MessagesColumn.write(messages))).isEqualTo(messages);
  }

  @Test
  void theTextHoldsNoCharacterThatPostgresRefuses() {
    var messages = List.of(new OutboxMessage("a", UUID.randomUUID(), "A", 1, "\u0000", false));

    assertThat(MessagesColumn.write(messages)).doesNotContain("\u0000");
  }

  @Test
  void fieldsOfLaterVersionsAreIgnored() {
    assertThat(
            MessagesColumn.read("[{\"topic\":\"a\",\"later\":1,\"version\":1,\"joinsTail\":true}]"))
        .singleElement()
        .satisfies(message -> assertThat(message.topic()).isEqualTo("a"));
  }

  @Test
  void textThatIsNoListOfMessagesIsRefused() {
    assertThatThrownBy(() -> MessagesColumn.read("{")).isInstanceOf(JacksonException.class);
    assertThat(MessagesColumn.read("null")).isEmpty();
  }
}
