package io.onceflow.ingest.upload;

import io.onceflow.http.access.Caller;
import io.onceflow.http.trace.TraceContext;
import io.onceflow.ingest.commit.IdempotencyKey;
import io.onceflow.ingest.document.Document;
import io.onceflow.ingest.request.TaskRequest;
import org.jspecify.annotations.Nullable;

/**
 * One document that a caller wants processed.
 *
 * @param key by which a repetition is known; without one, every upload is new
 * @param fileName that the client gave
 * @param links by which the answer points to the task
 */
record Upload(
    Caller caller,
    @Nullable IdempotencyKey key,
    Document document,
    @Nullable String fileName,
    TaskRequest request,
    TraceContext trace,
    TaskLinks links) {}
