package io.onceflow.devstack.provider;

/**
 * A request as the fake saw it.
 *
 * @param number of the request since the log began
 * @param millis when it came, in Unix time
 * @param model which names the scenario
 * @param format the kind of structured output asked for; empty for none
 * @param step the name of the schema asked for; empty for none
 * @param key its {@code Idempotency-Key}
 * @param authorized whether it had a bearer token
 * @param contentLength of the body, -1 for a chunked one
 * @param body as it came
 */
public record LoggedRequest(
    int number,
    long millis,
    String model,
    String format,
    String step,
    String key,
    boolean authorized,
    long contentLength,
    String body) {}
