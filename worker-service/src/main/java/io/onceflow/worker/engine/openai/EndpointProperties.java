package io.onceflow.worker.engine.openai;

import io.onceflow.worker.engine.openai.chat.Endpoint;
import io.onceflow.worker.engine.openai.chat.Price;
import io.onceflow.worker.engine.openai.chat.Secret;
import io.onceflow.worker.engine.openai.chat.StructuredOutput;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * One endpoint.
 *
 * @param baseUrl what stands before {@code /chat/completions}, such as {@code
 *     https://api.openai.com/v1}
 * @param apiKey sent as a bearer token; absent where none is asked for
 * @param apiKeyFile a file that holds the key instead
 * @param model as the endpoint calls it
 * @param temperature absent for the provider's own; some models refuse one
 * @param maxTokens the answer's most tokens, reasoning included
 * @param maxTokensField the request's field for it; OpenAI's newer models want {@code
 *     max_completion_tokens}
 * @param headers further headers, such as {@code OpenAI-Organization}; not shown anywhere either
 * @param extraBody further fields of the request, as a JSON object
 * @param proxy {@code http://host:port}; absent for the Java runtime's own choice
 * @param connectTimeout until a connection is there
 * @param firstByteTimeout until the answer begins; absent for the step's timeout
 * @param structuredOutput how it is made to answer in the step's shape
 * @param contextTokens what question and answer may have together; a longer document is read in
 *     sections. 0 if not known: then it is tried whole until the provider finds it too long
 * @param largestAnswer of a response body
 * @param prices by model, in US dollars per million tokens; calls of others are entered at no cost,
 *     and no budget may be over them
 */
record EndpointProperties(
    @Nullable URI baseUrl,
    @Nullable Secret apiKey,
    @Nullable Path apiKeyFile,
    @Nullable String model,
    @Nullable Double temperature,
    @DefaultValue("4096") int maxTokens,
    @DefaultValue("max_tokens") String maxTokensField,
    @DefaultValue Map<String, Secret> headers,
    @Nullable String extraBody,
    @Nullable URI proxy,
    @DefaultValue("5s") Duration connectTimeout,
    @Nullable Duration firstByteTimeout,
    @DefaultValue("auto") StructuredOutput structuredOutput,
    @DefaultValue("0") int contextTokens,
    @DefaultValue("4MB") DataSize largestAnswer,
    @DefaultValue Map<String, Price> prices) {

  EndpointProperties {
    headers = Map.copyOf(headers);
    prices = Map.copyOf(prices);
  }

  /**
   * The endpoint that these settings describe.
   *
   * @param setting their prefix
   * @throws IllegalArgumentException naming the setting that is wrong
   */
  Endpoint endpoint(String name, String setting) {
    return new EndpointCheck(setting).endpoint(name, this);
  }
}
