package io.onceflow.worker.engine.embedded;

import io.onceflow.engine.embedded.EmbeddedEngine;
import io.onceflow.engine.embedded.text.Document;
import tools.jackson.databind.JsonNode;

/** One step by the local models: from a document to the step's result. */
@FunctionalInterface
interface DocumentStep {
  JsonNode run(EmbeddedEngine engine, Document document);
}
