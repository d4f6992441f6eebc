package io.onceflow.ingest.upload;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.onceflow.http.access.Caller;
import io.onceflow.http.problem.Problem;
import io.onceflow.http.problem.ProblemException;
import io.onceflow.ingest.commit.Outcome;
import io.onceflow.ingest.limit.BodyMemory;
import io.onceflow.ingest.limit.TenantRates;
import io.onceflow.ingest.request.TaskRequest;
import io.onceflow.ingest.request.TaskRequestJson;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.util.unit.DataSize;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Takes many documents in one request. Each stands for itself: a bad one fails alone. */
@RestController
final class BatchController {
  private final UploadReader reader;
  private final TenantRates rates;
  private final BodyMemory memory;
  private final AcceptUpload accept;
  private final DataSize maxSize;
  private final int maxItems;

  BatchController(
      UploadReader reader,
      TenantRates rates,
      BodyMemory memory,
      AcceptUpload accept,
      DataSize maxSize,
      int maxItems) {
    this.reader = reader;
    this.rates = rates;
    this.memory = memory;
    this.accept = accept;
    this.maxSize = maxSize;
    this.maxItems = maxItems;
  }

  @PostMapping(
      path = UploadController.PATH + "/batch",
      consumes = {MediaType.APPLICATION_NDJSON_VALUE, MediaType.APPLICATION_JSON_VALUE})
  BatchAnswer batch(@AuthenticationPrincipal Caller caller, HttpServletRequest request)
      throws IOException {
    try (var _ = memory.reserve(request.getContentLengthLong())) {
      return accept(items(request), caller, reader.links(request));
    }
  }

  private List<Supplier<TaskRequest>> items(HttpServletRequest request) throws IOException {
    var body = UploadReader.body(request, maxSize);
    var items = isArray(request) ? ofArray(body) : ofLines(body);
    if (items.isEmpty() || items.size() > maxItems) {
      throw ProblemException.invalidField(
          "body", "has %d items; send 1 to %d".formatted(items.size(), maxItems));
    }
    return items;
  }

  private BatchAnswer accept(List<Supplier<TaskRequest>> items, Caller caller, TaskLinks links) {
    var answers = new ItemAnswer[items.size()];
    var uploads = new ArrayList<Upload>();
    var places = new ArrayList<Integer>();
    for (var i = 0; i < answers.length; i++) {
      try {
        rates.require(caller.tenant());
        uploads.add(reader.item(items.get(i).get(), caller, links));
        places.add(i);
      } catch (ProblemException e) {
        answers[i] = ItemAnswer.refused(i, e);
      }
    }
    var outcomes = accept.acceptAll(uploads);
    for (var i = 0; i < outcomes.size(); i++) {
      answers[places.get(i)] = ItemAnswer.of(places.get(i), outcomes.get(i));
    }
    return new BatchAnswer(List.of(answers));
  }

  private static boolean isArray(HttpServletRequest request) {
    return MediaType.APPLICATION_JSON.isCompatibleWith(
        MediaType.parseMediaType(request.getContentType()));
  }

  private static List<Supplier<TaskRequest>> ofArray(byte[] body) {
    return TaskRequestJson.elements(body).stream()
        .<Supplier<TaskRequest>>map(item -> () -> TaskRequestJson.read(item))
        .toList();
  }

  private static List<Supplier<TaskRequest>> ofLines(byte[] body) {
    var lines = new ArrayList<Supplier<TaskRequest>>();
    var start = 0;
    while (start < body.length) {
      var end = start;
      while (end < body.length && body[end] != '\n') {
        end++;
      }
      var line = Arrays.copyOfRange(body, start, end);
      if (!isBlank(line)) {
        lines.add(() -> TaskRequestJson.read(line));
      }
      start = end + 1;
    }
    return lines;
  }

  private static boolean isBlank(byte[] line) {
    for (var b : line) {
      if (b != ' ' && b != '\t' && b != '\r') {
        return false;
      }
    }
    return true;
  }

  /**
   * What became of a batch.
   *
   * @param items in the order of the request
   */
  record BatchAnswer(List<ItemAnswer> items) {}

  /**
   * What became of an item.
   *
   * @param index from 0
   * @param status that the item alone would have been answered with
   * @param replayed whether the task is of an earlier request
   * @param task the body of the 202
   * @param problem the body of any other answer
   */
  @JsonInclude(Include.NON_NULL)
  record ItemAnswer(
      int index,
      int status,
      @Nullable Boolean replayed,
      @JsonRawValue @Nullable String task,
      @Nullable Problem problem) {

    static ItemAnswer of(int index, Outcome outcome) {
      return switch (outcome) {
        case Outcome.Accepted(_, var answer) -> accepted(index, null, answer);
        case Outcome.Replayed(_, var answer) -> accepted(index, true, answer);
        default -> refused(index, Answers.problem(outcome));
      };
    }

    static ItemAnswer refused(int index, ProblemException e) {
      return new ItemAnswer(index, e.problem().status(), null, null, e.problem());
    }

    private static ItemAnswer accepted(int index, @Nullable Boolean replayed, String answer) {
      return new ItemAnswer(index, HttpStatus.ACCEPTED.value(), replayed, answer, null);
    }
  }
}
