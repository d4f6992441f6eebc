package io.onceflow.ingest.request;

import com.fasterxml.jackson.annotation.JsonInclude.Include;
import io.onceflow.http.problem.FieldProblem;
import io.onceflow.http.problem.ProblemException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;

/** Reads requests from JSON, strictly: an unknown field is more likely a mistake than a wish. */
public final class TaskRequestJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .changeDefaultPropertyInclusion(
              inclusion -> inclusion.withValueInclusion(Include.NON_NULL))
          .build();

  private TaskRequestJson() {}

  /**
   * The request in a JSON object.
   *
   * @throws ProblemException 400, naming the field or the place that is wrong
   */
  public static TaskRequest read(byte[] json) {
    try {
      return required(MAPPER.readValue(json, TaskRequest.class));
    } catch (JacksonException e) {
      throw problem(e);
    }
  }

  /**
   * The request in one element of an array.
   *
   * @throws ProblemException 400, naming the field that is wrong
   */
  public static TaskRequest read(JsonNode json) {
    try {
      return required(MAPPER.treeToValue(json, TaskRequest.class));
    } catch (JacksonException e) {
      throw problem(e);
    }
  }

  /**
   * The elements of a JSON array.
   *
   * @throws ProblemException 400 if it is none
   */
  public static List<JsonNode> elements(byte[] json) {
    try {
      var array = MAPPER.readTree(json);
      if (array == null || !array.isArray()) {
        throw malformed("a JSON array of requests is expected");
      }
      return List.copyOf(array.values());
    } catch (JacksonException e) {
      throw problem(e);
    }
  }

  /** The options in one canonical form, so that equal requests have equal bytes. */
  public static byte[] canonical(TaskRequest options) {
    return MAPPER.writeValueAsBytes(options);
  }

  private static TaskRequest required(@Nullable TaskRequest request) {
    if (request == null) {
      throw malformed("a JSON object is expected");
    }
    return request;
  }

  private static ProblemException problem(JacksonException e) {
    if (e instanceof UnrecognizedPropertyException unknown) {
      return ProblemException.invalidField(
          path(unknown), "is not known; known are " + unknown.getKnownPropertyIds());
    }
    if (e instanceof DatabindException wrong && !wrong.getPath().isEmpty()) {
      return ProblemException.invalidField(path(wrong), "has a value of the wrong kind");
    }
    var place = e.getLocation();
    return malformed(
        place == null
            ? "valid JSON is expected"
            : "valid JSON is expected: see line %d, column %d"
                .formatted(place.getLineNr(), place.getColumnNr()));
  }

  private static ProblemException malformed(String detail) {
    return new ProblemException(
        HttpStatus.BAD_REQUEST,
        "malformed-json",
        "Correct the JSON and send it again.",
        List.of(new FieldProblem("body", detail)));
  }

  private static String path(JacksonException e) {
    var path = new StringBuilder();
    for (var step : e.getPath()) {
      if (step.getPropertyName() == null) {
        path.append('[').append(step.getIndex()).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(step.getPropertyName());
      }
    }
    return path.toString();
  }
}
