package io.onceflow.relay.read;

/**
 * What a read could not see: the transactions that were in progress, and those yet to come.
 *
 * @param next id of the first transaction that had not begun
 * @param inProgress ids of the transactions in progress, as an SQL array
 */
record Snapshot(String next, String inProgress) {
  /** Nothing was hidden. No transaction has the largest of all ids. */
  static final Snapshot COMPLETE = new Snapshot("18446744073709551615", "{}");

  /** Parses the text of a {@code pg_snapshot}: {@code xmin:xmax:xip,xip,…}. */
  static Snapshot parse(String text) {
    var next = text.indexOf(':') + 1;
    var list = text.indexOf(':', next) + 1;
    return new Snapshot(text.substring(next, list - 1), "{" + text.substring(list) + "}");
  }
}
