package io.onceflow.ingest.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.onceflow.ingest.commit.GroupCommit.Limits;
import io.onceflow.ingest.commit.GroupCommit.Ticket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GroupCommitTests {
  private static final Duration LONG = Duration.ofSeconds(20);

  private final List<List<String>> groups = Collections.synchronizedList(new ArrayList<>());
  private final Semaphore mayCommit = new Semaphore(0);
  private final GroupCommit<String, String> commits =
      new GroupCommit<>(1, new Limits(10, 4, 1000), String::length, this::write);

  @AfterEach
  void end() {
    mayCommit.release(1000);
    commits.close();
  }

  @Test
  void whateverQueuedDuringACommitSharesTheNext() throws Exception {
    var first = busyWith("first");
    var second = offer("second");
    var third = offer("third");
    mayCommit.release(2);
    assertThat(first.await(LONG)).contains("FIRST");
    assertThat(second.await(LONG)).contains("SECOND");
    assertThat(third.await(LONG)).contains("THIRD");
    assertThat(groups).containsExactly(List.of("first"), List.of("second", "third"));
  }

  @Test
  void aGroupIsBoundedByNumberAndBytes() throws Exception {
    busyWith("first");
    var last =
        List.of("a", "b", "c", "d", "e".repeat(1000), "f").stream()
            .map(this::offer)
            .toList()
            .getLast();
    mayCommit.release(10);
    assertThat(last.await(LONG)).contains("F");
    assertThat(groups.stream().map(List::size)).containsExactly(1, 4, 1, 1);
  }

  @Test
  void anItemThatFailsDoesNotFailItsNeighbours() throws Exception {
    busyWith("first");
    var good = offer("good");
    var bad = offer("bad");
    var better = offer("better");
    mayCommit.release(10);
    assertThat(good.await(LONG)).contains("GOOD");
    assertThat(better.await(LONG)).contains("BETTER");
    assertThatThrownBy(() -> bad.await(LONG)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whoWaitedTooLongIsNeverWritten() throws Exception {
    var first = busyWith("first");
    var late = offer("late");
    assertThat(late.await(Duration.ofMillis(20))).isEmpty();
    mayCommit.release(10);
    assertThat(first.await(LONG)).contains("FIRST");
    assertThat(offer("next").await(LONG)).contains("NEXT");
    assertThat(groups).containsExactly(List.of("first"), List.of("next"));
  }

  @Test
  void whoseCommitRunsIsToldItsOutcomeHoweverLateThatIs() throws Exception {
    var first = busyWith("first");
    var waiter = new FutureTask<>(() -> first.await(Duration.ZERO));
    var thread = Thread.ofPlatform().start(waiter);
    await().until(() -> thread.getState() == Thread.State.WAITING);
    mayCommit.release();
    assertThat(waiter.get()).contains("FIRST");
  }

  @Test
  void beyondTheLimitNothingIsQueued() {
    busyWith("first");
    for (var i = 0; i < 10; i++) {
      assertThat(commits.offer("item")).isPresent();
    }
    assertThat(commits.offer("one too many")).isEmpty();
    assertThat(commits.waiting()).isEqualTo(10);
  }

  @Test
  void whatIsQueuedAtTheCloseIsStillWritten() throws Exception {
    busyWith("first");
    var last = offer("last");
    mayCommit.release(10);
    commits.close();
    assertThat(last.await(Duration.ZERO)).contains("LAST");
    assertThat(commits.offer("after")).isEmpty();
  }

  /** Queues an item and waits until the writer is held up with it. */
  private Ticket<String, String> busyWith(String item) {
    var ticket = offer(item);
    await().until(() -> mayCommit.hasQueuedThreads());
    return ticket;
  }

  private Ticket<String, String> offer(String item) {
    return commits.offer(item).orElseThrow();
  }

  private List<String> write(List<String> items) {
    mayCommit.acquireUninterruptibly();
    groups.add(items);
    if (items.contains("bad")) {
      throw new IllegalArgumentException("bad");
    }
    return items.stream().map(item -> item.toUpperCase(Locale.ROOT)).toList();
  }
}
