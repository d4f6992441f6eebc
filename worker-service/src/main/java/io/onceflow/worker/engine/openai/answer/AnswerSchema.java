package io.onceflow.worker.engine.openai.answer;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.onceflow.worker.engine.openai.answer.Judgement.DoesNotFit;
import io.onceflow.worker.engine.openai.answer.Judgement.Fits;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a step's answer must look like. Nothing becomes a result that does not fit, whatever a
 * document told the model.
 *
 * <p>Endpoints want an object at the root. A result of another kind is asked for as the field
 * {@code result} of one, and taken out of it.
 */
public final class AnswerSchema {
  private static final String FIELD = "result";
  private static final int MOST_PROBLEMS = 5;
  private static final SchemaRegistry SCHEMAS =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  private static final Schema META_SCHEMA =
      SCHEMAS.getSchema(SchemaLocation.of(SpecificationVersion.DRAFT_2020_12.getDialectId()));

  private final Schema schema;
  private final boolean wrapped;
  private final ObjectNode asked;
  private final boolean strict;

  /**
   * @param result JSON Schema of the step's result
   * @throws IllegalArgumentException if it is no JSON Schema
   */
  public AnswerSchema(ObjectNode result) {
    schema = compiled(result);
    wrapped = !result.path("type").asString("").equals("object");
    var whole = wrapped ? wrap(result) : result;
    strict = StrictSchema.accepts(whole);
    asked = strict ? StrictSchema.reduced(whole) : whole;
  }

  /** The schema that the model is given. */
  public ObjectNode asked() {
    return asked;
  }

  /** Whether it keeps to the part of JSON Schema that OpenAI's strict mode takes. */
  public boolean isStrict() {
    return strict;
  }

  /** Finds the result in what the model said. */
  public Judgement judge(String answer) {
    List<String> problems = List.of("it holds no JSON");
    for (var value : JsonInText.values(answer)) {
      var result = wrapped && value.has(FIELD) ? value.get(FIELD) : value;
      var errors = schema.validate(result);
      if (errors.isEmpty()) {
        return new Fits(result);
      }
      problems = errors.stream().limit(MOST_PROBLEMS).map(Object::toString).toList();
    }
    return new DoesNotFit(problems);
  }

  private static Schema compiled(ObjectNode schema) {
    try {
      var errors = META_SCHEMA.validate(schema);
      if (errors.isEmpty()) {
        var compiled = SCHEMAS.getSchema(schema);
        compiled.initializeValidators();
        return compiled;
      }
      throw new IllegalArgumentException(
          "its output-schema is no JSON Schema: " + errors.getFirst());
    } catch (SchemaException e) {
      throw new IllegalArgumentException(
          "its output-schema is no JSON Schema: " + e.getMessage(), e);
    }
  }

  /** References within the schema start at the root, so its definitions move there. */
  private static ObjectNode wrap(ObjectNode result) {
    var inner = result.deepCopy();
    var outer = JsonNodeFactory.instance.objectNode().put("type", "object");
    JsonNode definitions = inner.remove("$defs");
    inner.remove("$schema");
    outer.putObject("properties").set(FIELD, inner);
    outer.putArray("required").add(FIELD);
    outer.put("additionalProperties", false);
    if (definitions != null) {
      outer.set("$defs", definitions);
    }
    return outer;
  }
}
