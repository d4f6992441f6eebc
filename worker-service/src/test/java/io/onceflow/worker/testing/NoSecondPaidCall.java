package io.onceflow.worker.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceflow.model.StepFinished;
import io.onceflow.model.StepRequested;
import java.util.Collection;

/**
 * The guarantee that each piece of work is paid for once, checked from outside: by the provider
 * that was called, by the answers that tasks got, and by what the database was left with.
 */
public final class NoSecondPaidCall {
  private final TestSuite suite;

  public NoSecondPaidCall(TestSuite suite) {
    this.suite = suite;
  }

  /**
   * Checks that every task has one result, however often it was told, that nothing is left
   * unfinished, and that no document was called for more often than allowed.
   *
   * @param extraCalls how many calls a fault may have cost, over all documents
   */
  public void check(Collection<StepRequested> requests, int extraCalls) {
    for (var request : requests) {
      var answers = suite.finished(request.taskId());
      assertThat(answers).as("answers to %s", request.taskId()).isNotEmpty();
      assertThat(answers.stream().map(a -> a.status()).distinct())
          .as("outcomes of %s", request.taskId())
          .hasSize(1);
      // a request that is delivered again is answered again, from the record
      assertThat(answers.stream().map(NoSecondPaidCall::result).distinct())
          .as("results of %s", request.taskId())
          .hasSize(1);
    }
    var documents = requests.stream().map(r -> r.inputSha256()).distinct().count();
    assertThat(suite.provider().calls().size())
        .as("calls")
        .isBetween((int) documents, (int) documents + extraCalls);
    assertThat(
            suite.count("select count(*) from worker.step_execution where status <> 'SUCCEEDED'"))
        .as("unfinished executions")
        .isZero();
    assertThat(suite.count("select count(*) from worker.model_call where outcome = 'SUCCEEDED'"))
        .as("results")
        .isEqualTo((int) documents);
    assertThat(suite.count("select count(*) from worker.model_call where outcome = 'OPEN'"))
        .as("open calls in the ledger")
        .isZero();
    assertThat(suite.count("select count(*) from worker.step_waiter")).as("waiters").isZero();
  }

  /** What an answer says, apart from which request it answers. */
  public static Object result(StepFinished answer) {
    return answer instanceof StepFinished.Succeeded success ? success.result() : answer.status();
  }
}
