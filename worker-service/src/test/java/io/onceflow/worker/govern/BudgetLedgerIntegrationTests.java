package io.onceflow.worker.govern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onceflow.devstack.test.TestServers;
import io.onceflow.model.UuidV7;
import io.onceflow.worker.engine.call.CallContext;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the ledger knows of calls that no worker settles, and of those made before a budget. */
class BudgetLedgerIntegrationTests {
  private static final String BUDGET = "onceflow.budget.tenants.acme.usd-per-month=1";

  private final String database = GateUnderTest.freshDatabase();
  private @Nullable GateUnderTest first;
  private GateUnderTest worker;

  @BeforeEach
  void start() {
    TestServers.shared().redisUrl();
    TestServers.shared().faults().flushRedis();
    worker = start("onceflow.budget.settle-interval=1h");
    worker
        .jdbc()
        .execute("create table worker.model_call_any partition of worker.model_call default");
  }

  private GateUnderTest start(String setting) {
    return GateUnderTest.start(database, BUDGET, setting);
  }

  @AfterEach
  void stop() {
    worker.close();
    if (first != null) {
      first.close();
    }
  }

  @Test
  void reservationsOfDeadWorkersAreSettledByTheLedger() throws Exception {
    ledger(reserve(), "NOT_CALLED", null, null);
    ledger(reserve(), "PROVIDER_ERROR", "NONE", 0L);
    ledger(reserve(), "SUCCEEDED", "MEASURED", 30L);
    ledger(reserve(), "UNKNOWN", null, null);
    ledger(reserve(), "TIMEOUT", "UNKNOWN", null);
    ledger(reserve(), "OPEN", null, null);
    reserve(); // the ledger has no entry, so it was never called
    assertThat(figures()).isEqualTo("0+7000");

    restart("onceflow.budget.settle-interval=100ms");

    // two may have been paid and count as their worst case, one is under way
    await().until(() -> figures().equals("2030+1000"));
    assertThat(
            worker
                .jdbc()
                .queryForObject("select count(*) from worker.budget_reservation", Long.class))
        .isEqualTo(1);
  }

  @Test
  void aNewBudgetBeginsWithWhatWasSpentBefore() {
    ledger(GateUnderTest.call("acme"), "SUCCEEDED", "MEASURED", 400L);
    ledger(GateUnderTest.call("acme"), "TRUNCATED", "ESTIMATED", 50L);
    ledger(GateUnderTest.call("globex"), "SUCCEEDED", "MEASURED", 7L);
    worker.jdbc().update("delete from worker.budget_window");

    restart("onceflow.budget.each-tenant.usd-per-month=2");

    assertThat(figures()).isEqualTo("450+0");
    assertThat(
            worker
                .jdbc()
                .queryForObject(
                    "select spent from worker.budget_window where id like 'tenant:globex/month/%'",
                    Long.class))
        .isEqualTo(7);
  }

  private void restart(String setting) {
    first = worker;
    worker = start(setting);
  }

  private CallContext reserve() throws Exception {
    var call = GateUnderTest.call("acme");
    worker.gate().enter(call, GateUnderTest.model("a", 1_000));
    return call;
  }

  private void ledger(
      CallContext call, String outcome, @Nullable String consumption, @Nullable Long cost) {
    worker
        .jdbc()
        .update(
            """
            insert into worker.model_call (id, call, exec_key, tenant, task_id, step, attempt, engine, model, instance,
              outcome, consumption, cost_micro_usd)
            values (?, ?, ?, ?, ?, ?, 1, 'openai', 'm', 'i', ?, ?, ?)
            """,
            call.claim(),
            call.number(),
            bytes(UuidV7.next()),
            call.tenant(),
            call.task().value(),
            call.step().value(),
            outcome,
            consumption,
            cost);
  }

  private static byte[] bytes(UUID id) {
    return id.toString().substring(4).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
  }

  private String figures() {
    var figures =
        worker
            .jdbc()
            .queryForObject(
                "select spent || '+' || reserved from worker.budget_window where id like"
                    + " 'tenant:acme/month/%'",
                String.class);
    return String.valueOf(figures);
  }
}
