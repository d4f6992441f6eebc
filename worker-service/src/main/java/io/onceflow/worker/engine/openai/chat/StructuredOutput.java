package io.onceflow.worker.engine.openai.chat;

/** How an endpoint is made to answer in the step's shape. */
public enum StructuredOutput {
  /** The first of the others that the endpoint takes. */
  AUTO,
  /** {@code response_format} of type {@code json_schema}. */
  JSON_SCHEMA,
  /** {@code response_format} of type {@code json_object}, the schema in the prompt. */
  JSON_OBJECT,
  /** The schema in the prompt alone. */
  PROMPT
}
