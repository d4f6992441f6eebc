package io.onceflow.relay.publish;

/**
 * What a round of draining came to.
 *
 * @param rows that were read
 * @param more whether further rows wait and may be read
 * @param unsettled whether rows are on their way
 */
public record Round(int rows, boolean more, boolean unsettled) {}
