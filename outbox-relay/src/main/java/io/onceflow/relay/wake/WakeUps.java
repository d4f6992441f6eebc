package io.onceflow.relay.wake;

import io.onceflow.outbox.OutboxPoke;
import io.onceflow.outbox.RedisNames;
import io.onceflow.relay.source.OutboxSource;
import io.onceflow.relay.source.OutboxSources;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The wake-up of each outbox. */
public final class WakeUps {
  private final RedisNames names;
  private final Map<OutboxSource, WakeUp> bySource = new HashMap<>();

  WakeUps(OutboxSources sources, RedisNames names) {
    this.names = names;
    sources.all().forEach(source -> bySource.put(source, new WakeUp()));
  }

  /** What the loop of an outbox waits on. */
  public WakeUp of(OutboxSource source) {
    var wakeUp = bySource.get(source);
    if (wakeUp == null) {
      throw new IllegalArgumentException("not an outbox of this relay: " + source.name());
    }
    return wakeUp;
  }

  /** Schemas of the same name in several databases share a channel. */
  Map<String, List<WakeUp>> byChannel() {
    var byChannel = new HashMap<String, List<WakeUp>>();
    bySource.forEach(
        (source, wakeUp) ->
            byChannel
                .computeIfAbsent(OutboxPoke.channel(names, source.schema()), _ -> new ArrayList<>())
                .add(wakeUp));
    return byChannel;
  }
}
