package io.onceflow.relay.publish;

import io.onceflow.relay.parked.Refusal;
import io.onceflow.relay.read.PendingRow;
import io.onceflow.relay.send.SentRow;
import java.util.List;

/** Tells several observers. */
public record EveryPublishEvents(List<PublishEvents> observers) implements PublishEvents {

  @Override
  public void read(List<PendingRow> rows) {
    observers.forEach(observer -> observer.read(rows));
  }

  @Override
  public void sent(SentRow row) {
    observers.forEach(observer -> observer.sent(row));
  }

  @Override
  public void acknowledged(List<SentRow> rows) {
    observers.forEach(observer -> observer.acknowledged(rows));
  }

  @Override
  public void expired(int rows) {
    observers.forEach(observer -> observer.expired(rows));
  }

  @Override
  public void parked(Refusal refusal) {
    observers.forEach(observer -> observer.parked(refusal));
  }
}
