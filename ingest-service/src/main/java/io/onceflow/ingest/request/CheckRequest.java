package io.onceflow.ingest.request;

import io.onceflow.http.problem.FieldProblem;
import io.onceflow.ingest.document.Document;
import io.onceflow.ingest.document.PlainText;
import io.onceflow.model.StepName;
import io.onceflow.model.pipeline.Pipeline;
import io.onceflow.model.pipeline.PipelineStep;
import io.onceflow.model.pipeline.Pipelines;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks a request against the pipelines and limits, and completes it with the defaults. */
public final class CheckRequest {
  private static final int DEFAULT_PRIORITY = 5;
  private static final int TITLE_LENGTH = 500;
  private static final int URL_LENGTH = 2048;
  private static final int METADATA_ENTRIES = 50;
  private static final int METADATA_KEY_LENGTH = 100;
  private static final int METADATA_VALUE_LENGTH = 2000;
  private static final Pattern LANGUAGE = Pattern.compile("[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}");
  private static final Pattern GENERATION = Pattern.compile("[!-~]{1,100}");

  private final Pipelines pipelines;
  private final RequestDefaults defaults;

  public CheckRequest(Pipelines pipelines, RequestDefaults defaults) {
    this.pipelines = pipelines;
    this.defaults = defaults.of(pipelines);
  }

  /**
   * The complete options.
   *
   * @param fileName of an uploaded file, noted in the metadata
   * @throws InvalidRequestException naming every field that is wrong
   */
  public TaskOptions check(
      TaskRequest request, Document document, @Nullable String fileName, Instant now)
      throws InvalidRequestException {
    var check = new Check(request, now);
    var pipeline = check.pipeline(document);
    var deadlineAt = check.deadlineAt();
    var options =
        new TaskOptions(
            pipeline,
            check.steps(pipeline),
            check.priority(),
            deadlineAt,
            check.expiresAt(deadlineAt),
            check.title(),
            check.matching("language", request.language(), LANGUAGE, "a language tag, as zh-Hans"),
            check.callbackUrl(),
            check.metadata(document, fileName),
            request.reuse() == null || request.reuse(),
            check.matching(
                "generation", request.generation(), GENERATION, "1 to 100 printable characters"));
    check.requireNoProblems();
    return options;
  }

  /** One request under examination: the checks go on after a wrong field, so that all are named. */
  private final class Check {
    private final TaskRequest request;
    private final Instant now;
    private final List<FieldProblem> problems = new ArrayList<>();

    Check(TaskRequest request, Instant now) {
      this.request = request;
      this.now = now;
    }

    Pipeline pipeline(Document document) {
      var isText = document.text().isPresent();
      var byDefault = isText ? defaults.textPipeline() : defaults.filePipeline();
      var name = Objects.requireNonNullElse(request.pipeline(), byDefault);
      if (!isText && name.equals(defaults.textPipeline())) {
        wrong(
            "pipeline",
            "'%s' takes text and the document is of the type %s; use '%s'"
                .formatted(name, document.mediaType(), defaults.filePipeline()));
      }
      return pipelines
          .pipeline(name)
          .orElseGet(
              () -> {
                var known = pipelines.pipelines().stream().map(Pipeline::name).toList();
                wrong("pipeline", "'%s' is not known; known are %s".formatted(name, known));
                return new Pipeline(name, List.of());
              });
    }

    List<PipelineStep> steps(Pipeline pipeline) {
      if (request.steps() == null || pipeline.steps().isEmpty()) {
        return pipeline.steps();
      }
      if (request.steps().isEmpty()) {
        wrong("steps", "must name at least one step; leave it out for all");
      }
      try {
        return pipeline.withPrerequisites(request.steps().stream().map(StepName::new).toList());
      } catch (IllegalArgumentException | NullPointerException e) {
        wrong("steps", Objects.requireNonNullElse(e.getMessage(), "must be names of steps"));
        return List.of();
      }
    }

    int priority() {
      int priority = Objects.requireNonNullElse(request.priority(), DEFAULT_PRIORITY);
      if (priority < 1 || priority > 10) {
        wrong("priority", "must be between 1 and 10 but is " + priority);
      }
      return priority;
    }

    Instant deadlineAt() {
      var deadline = defaults.deadline();
      try {
        deadline = request.deadline() == null ? deadline : Duration.parse(request.deadline());
      } catch (DateTimeParseException e) {
        wrong("deadline", "must be an ISO 8601 duration, as PT5M");
      }
      if (deadline.isNegative() || deadline.isZero()) {
        wrong("deadline", "must lie in the future");
      } else if (deadline.compareTo(defaults.maxDeadline()) > 0) {
        wrong("deadline", "must be at most " + defaults.maxDeadline());
      } else {
        return now.plus(deadline);
      }
      return now;
    }

    Instant expiresAt(Instant deadlineAt) {
      var byDefault = deadlineAt.plus(defaults.expiryGrace());
      try {
        var asked = request.expiresAt() == null ? byDefault : Instant.parse(request.expiresAt());
        if (!asked.isAfter(now)) {
          wrong("expiresAt", "must lie in the future");
        } else if (asked.isAfter(now.plus(defaults.maxExpiry()))) {
          wrong("expiresAt", "must be at most %s away".formatted(defaults.maxExpiry()));
        }
        return asked;
      } catch (DateTimeParseException e) {
        wrong("expiresAt", "must be an ISO 8601 instant, as 2027-01-31T12:00:00Z");
        return byDefault;
      }
    }

    @Nullable String title() {
      return atMost(TITLE_LENGTH, "title", request.title());
    }

    @Nullable String callbackUrl() {
      var text = atMost(URL_LENGTH, "callbackUrl", request.callbackUrl());
      if (text != null && !isWebAddress(text)) {
        wrong("callbackUrl", "must be an absolute http or https URL without credentials");
      }
      return text;
    }

    Map<String, String> metadata(Document document, @Nullable String fileName) {
      var metadata = new HashMap<String, String>();
      document.charset().ifPresent(charset -> metadata.put("charset", charset));
      Optional.ofNullable(fileName)
          .map(name -> name.substring(0, Math.min(name.length(), METADATA_VALUE_LENGTH)))
          .ifPresent(name -> metadata.put("fileName", PlainText.storable(name)));
      var given = request.metadata() == null ? Map.<String, String>of() : request.metadata();
      if (given.size() > METADATA_ENTRIES) {
        wrong("metadata", "has more than %d entries".formatted(METADATA_ENTRIES));
        return metadata;
      }
      given.forEach((key, value) -> metadata.put(metadataKey(key), metadataValue(key, value)));
      return metadata;
    }

    private String metadataKey(String key) {
      if (key.isBlank() || key.length() > METADATA_KEY_LENGTH) {
        wrong(
            "metadata",
            "has a key that is not of 1 to %d characters".formatted(METADATA_KEY_LENGTH));
      }
      return PlainText.storable(key);
    }

    private String metadataValue(String key, @Nullable String value) {
      var field = "metadata." + key;
      if (value == null) {
        wrong(field, "must be a text");
      }
      return Objects.requireNonNullElse(atMost(METADATA_VALUE_LENGTH, field, value), "");
    }

    @Nullable String matching(
        String field, @Nullable String value, Pattern pattern, String expected) {
      if (value != null && !pattern.matcher(value).matches()) {
        wrong(field, "must be " + expected);
      }
      return value;
    }

    private @Nullable String atMost(int length, String field, @Nullable String value) {
      if (value != null && value.length() > length) {
        wrong(field, "must have at most %d characters".formatted(length));
      }
      return value == null ? null : PlainText.storable(value);
    }

    private void wrong(String field, String detail) {
      problems.add(new FieldProblem(field, detail));
    }

    void requireNoProblems() throws InvalidRequestException {
      if (!problems.isEmpty()) {
        throw new InvalidRequestException(problems);
      }
    }
  }

  private static boolean isWebAddress(String text) {
    try {
      var url = URI.create(text);
      var isWeb =
          "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
      return isWeb && url.getHost() != null && url.getUserInfo() == null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
