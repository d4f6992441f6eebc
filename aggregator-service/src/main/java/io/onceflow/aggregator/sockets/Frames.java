package io.onceflow.aggregator.sockets;

import io.onceflow.aggregator.notify.Revision;
import io.onceflow.model.MessageJson;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** The JSON of the frames in both directions. */
final class Frames {
  static final String PONG = "{\"type\":\"pong\"}";

  private Frames() {}

  static String snapshot(Revision revision, String base) {
    return task("snapshot", revision, base);
  }

  static String completed(Revision revision, String base) {
    return task("completed", revision, base);
  }

  // the cursor resumes a subscription of all one's tasks
  private static String task(String type, Revision revision, String base) {
    return "{\"type\":\"%s\",\"task\":%s,\"cursor\":\"%s\"}"
        .formatted(type, revision.json(base), revision.view().task().changedAt());
  }

  static String heartbeat(Instant now) {
    return "{\"type\":\"heartbeat\",\"cursor\":\"%s\"}".formatted(now);
  }

  static String error(String code, String detail, @Nullable String taskId) {
    return MessageJson.mapper().writeValueAsString(new ErrorFrame("error", code, detail, taskId));
  }

  /**
   * Reads a client's frame.
   *
   * @throws JacksonException if it is not JSON of that shape
   */
  static ClientFrame read(String json) {
    var frame = MessageJson.mapper().readValue(json, ClientFrame.class);
    return frame == null ? new ClientFrame(null, null, false, null) : frame;
  }

  /**
   * What a client says.
   *
   * @param since cursor of a frame that the client has, with {@code mine}
   */
  record ClientFrame(
      @Nullable String type,
      @Nullable List<String> taskIds,
      @Nullable Boolean mine,
      @Nullable String since) {
    boolean isMine() {
      return Boolean.TRUE.equals(mine);
    }

    List<String> ids() {
      // a null among them is no task either
      return taskIds == null ? List.of() : taskIds.stream().map(String::valueOf).toList();
    }
  }

  private record ErrorFrame(String type, String code, String detail, @Nullable String taskId) {}
}
