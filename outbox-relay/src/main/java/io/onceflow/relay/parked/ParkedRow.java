package io.onceflow.relay.parked;

import java.time.Instant;
import java.util.UUID;

/**
 * A parked row as an operator sees it.
 *
 * @param id of the row in its outbox
 * @param key whose later rows wait
 * @param refusal why the row is parked
 */
record ParkedRow(String outbox, long id, UUID key, Refusal refusal, Instant parkedAt) {}
