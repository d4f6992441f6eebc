package io.onceflow.relay.publish;

import io.onceflow.relay.OutboxRelay;
import io.onceflow.relay.read.PendingRow;
import io.onceflow.relay.send.SentRow;
import java.util.List;
import java.util.Locale;
import org.springframework.boot.SpringApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** A relay that dies without a word when it first comes to the point {@code test.halt-at}. */
public final class HaltingRelay {
  private HaltingRelay() {}

  public static void main(String[] args) {
    SpringApplication.run(new Class<?>[] {OutboxRelay.class, HaltConfiguration.class}, args);
  }

  enum Point {
    BEFORE_SEND,
    AFTER_SEND_BEFORE_ACKNOWLEDGEMENT,
    AFTER_ACKNOWLEDGEMENT_BEFORE_DELETE
  }

  /** Not annotated, so that no other relay of these tests finds it. */
  static class HaltConfiguration {

    @Bean
    PublishEvents halt(Environment environment) {
      var name = environment.getRequiredProperty("test.halt-at").toUpperCase(Locale.ROOT);
      return new Halt(Point.valueOf(name));
    }
  }

  private record Halt(Point point) implements PublishEvents {

    @Override
    public void read(List<PendingRow> rows) {
      if (!rows.isEmpty()) {
        haltAt(Point.BEFORE_SEND);
      }
    }

    @Override
    public void sent(SentRow row) {
      haltAt(Point.AFTER_SEND_BEFORE_ACKNOWLEDGEMENT);
    }

    @Override
    public void acknowledged(List<SentRow> rows) {
      haltAt(Point.AFTER_ACKNOWLEDGEMENT_BEFORE_DELETE);
    }

    private void haltAt(Point reached) {
      if (reached == point) {
        Runtime.getRuntime().halt(137);
      }
    }
  }
}
