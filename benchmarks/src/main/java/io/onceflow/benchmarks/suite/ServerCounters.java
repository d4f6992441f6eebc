package io.onceflow.benchmarks.suite;

import io.onceflow.benchmarks.measure.Report;
import io.onceflow.benchmarks.stack.Stack;
import java.io.IOException;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** What PostgreSQL and Kafka count themselves: statements, commits, the log's growth, requests. */
final class ServerCounters implements AutoCloseable {
  private static final String COUNT =
      """
      select (select sum(calls) from pg_stat_statements s where s.toplevel) as statements,
        (select sum(xact_commit) from pg_stat_database where datname = current_database()) as commits,
        (select wal_bytes from pg_stat_wal) as wal_bytes
      """;

  private final Stack stack;
  private final JMXConnector connector;
  private final MBeanServerConnection broker;

  @SuppressWarnings("BanJNDI") // the address is this program's own
  ServerCounters(Stack stack) throws IOException, SQLException {
    this.stack = stack;
    var url =
        "service:jmx:rmi:///jndi/rmi://127.0.0.1:%d/jmxrmi".formatted(stack.kafkaMetricsPort());
    this.connector = JMXConnectorFactory.connect(new JMXServiceURL(url));
    this.broker = connector.getMBeanServerConnection();
    try (var connection = stack.connect();
        var statement = connection.createStatement()) {
      statement.execute("create extension if not exists pg_stat_statements");
    }
  }

  /** All counters now. */
  Map<String, Double> read() throws SQLException, IOException, JMException {
    var counters = new LinkedHashMap<String, Double>();
    try (var connection = stack.connect();
        var statement = connection.createStatement();
        var row = statement.executeQuery(COUNT)) {
      row.next();
      counters.put("SQL statements", row.getDouble("statements"));
      counters.put("SQL commits", row.getDouble("commits"));
      counters.put("WAL", row.getDouble("wal_bytes") / 1024);
    }
    for (var request : new String[] {"Produce", "Fetch", "OffsetCommit"}) {
      counters.put("Kafka requests " + request, requests(request));
    }
    return counters;
  }

  private double requests(String name) throws IOException, JMException {
    var pattern =
        new ObjectName(
            "kafka.network:type=RequestMetrics,name=RequestsPerSec,request=%s,*".formatted(name));
    var sum = 0.0;
    for (var bean : broker.queryNames(pattern, null)) {
      sum += ((Number) broker.getAttribute(bean, "Count")).doubleValue();
    }
    return sum;
  }

  /** Adds each counter's growth for each unit of work. */
  static void add(
      Report report,
      String subject,
      Map<String, Double> before,
      Map<String, Double> after,
      double work,
      String unit) {
    after.forEach(
        (name, count) ->
            report.add(
                subject,
                name,
                (name.equals("WAL") ? "KB/" : "per ") + unit,
                (count - before.getOrDefault(name, 0.0)) / work));
  }

  @Override
  public void close() throws IOException {
    connector.close();
  }
}
