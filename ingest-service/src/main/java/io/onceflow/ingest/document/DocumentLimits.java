package io.onceflow.ingest.document;

import org.springframework.util.unit.DataSize;

/**
 * How large documents may be.
 *
 * @param document any file
 * @param text a text, in UTF-8
 */
public record DocumentLimits(DataSize document, DataSize text) {}
