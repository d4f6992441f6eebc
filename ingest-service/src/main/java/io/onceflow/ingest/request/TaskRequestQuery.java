package io.onceflow.ingest.request;

import io.onceflow.http.problem.FieldProblem;
import io.onceflow.http.problem.ProblemException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;

/**
 * Reads requests from query parameters, for documents sent as raw bodies: the fields of the JSON by
 * name, {@code steps} with commas between, metadata as {@code metadata.NAME}.
 */
public final class TaskRequestQuery {
  private static final String METADATA = "metadata.";
  private static final Set<String> KNOWN =
      Set.of(
          "title",
          "pipeline",
          "steps",
          "priority",
          "deadline",
          "expiresAt",
          "callbackUrl",
          "language",
          "reuse",
          "generation");

  private final MultiValueMap<String, String> parameters;
  private final List<FieldProblem> problems = new ArrayList<>();

  private TaskRequestQuery(MultiValueMap<String, String> parameters) {
    this.parameters = parameters;
  }

  /**
   * The request in the parameters of a query.
   *
   * @throws ProblemException 400, naming the parameters that are wrong
   */
  public static TaskRequest read(MultiValueMap<String, String> parameters) {
    return parameters.isEmpty()
        ? TaskRequest.NOTHING_SAID
        : new TaskRequestQuery(parameters).request();
  }

  private TaskRequest request() {
    parameters.keySet().stream()
        .filter(name -> !KNOWN.contains(name) && !name.startsWith(METADATA))
        .forEach(name -> problems.add(new FieldProblem(name, "is not known")));
    var request =
        new TaskRequest(
            null,
            text("title"),
            text("pipeline"),
            steps(),
            number("priority"),
            text("deadline"),
            text("expiresAt"),
            text("callbackUrl"),
            metadata(),
            text("language"),
            truth("reuse"),
            text("generation"),
            null);
    if (!problems.isEmpty()) {
      throw ProblemException.invalidFields(problems);
    }
    return request;
  }

  private @Nullable String text(String name) {
    var values = parameters.get(name);
    if (values == null) {
      return null;
    }
    if (values.size() > 1) {
      problems.add(new FieldProblem(name, "is given more than once"));
    }
    return values.getFirst();
  }

  private @Nullable List<String> steps() {
    var values = parameters.get("steps");
    return values == null
        ? null
        : values.stream().flatMap(value -> Arrays.stream(value.split(",", -1))).toList();
  }

  private @Nullable Integer number(String name) {
    var value = text(name);
    try {
      return value == null ? null : Integer.valueOf(value);
    } catch (NumberFormatException e) {
      problems.add(new FieldProblem(name, "must be a whole number"));
      return null;
    }
  }

  private @Nullable Boolean truth(String name) {
    var value = text(name);
    if (value == null || value.equals("true") || value.equals("false")) {
      return value == null ? null : Boolean.valueOf(value);
    }
    problems.add(new FieldProblem(name, "must be true or false"));
    return null;
  }

  private @Nullable Map<String, String> metadata() {
    var metadata = new HashMap<String, String>();
    for (var name : parameters.keySet()) {
      var value = name.startsWith(METADATA) ? text(name) : null;
      if (value != null) {
        metadata.put(name.substring(METADATA.length()), value);
      }
    }
    return metadata.isEmpty() ? null : metadata;
  }
}
