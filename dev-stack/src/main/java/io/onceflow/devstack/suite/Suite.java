package io.onceflow.devstack.suite;

import io.onceflow.devstack.data.DataFolder;
import io.onceflow.devstack.data.RunLock;
import io.onceflow.devstack.data.RunState;
import io.onceflow.devstack.data.Secrets;
import io.onceflow.devstack.server.LaunchException;
import io.onceflow.devstack.server.Together;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A running suite. What {@link #start} has started, {@link #close} stops, in order: the services
 * from intake to answers, then Redis, Kafka and PostgreSQL. Also a start that fails leaves nothing.
 */
public final class Suite implements AutoCloseable {
  private final SuitePlan plan;
  private final DataFolder folder;
  private final ProgressView progress;
  private final List<Member> members = new ArrayList<>();
  private final KeepRunning keepRunning;
  private @Nullable RunLock lock;
  private @Nullable StartCaches startCaches;
  private boolean ready;
  private @Nullable Integer shown;
  private boolean closed;

  public Suite(SuitePlan plan, ProgressView progress) {
    this.plan = plan;
    this.folder = new DataFolder(plan.data());
    this.progress = progress;
    this.keepRunning = new KeepRunning(progress, this::writeState);
  }

  /** Starts everything and returns when all services are ready. */
  public void start() {
    var begin = System.nanoTime();
    claimFolder();
    var servers = new SuiteServers(plan, folder);
    var services = new SuiteServices(plan, folder);
    progress.heading("Starting");
    Together.run(List.of(() -> startServers(servers), services::unpack));
    startAll(services.members(new ServiceSettings(plan, servers.addresses(), apiKey())));
    becomeReady(servers.addresses());
    var trainings = new ArrayList<>(servers.trainings());
    trainings.addAll(services.trainings());
    startCaches = new StartCaches(trainings, progress);
    progress.line("ready after " + ProgressView.seconds(since(begin)));
  }

  private void claimFolder() {
    folder.open();
    lock = RunLock.take(folder);
    var former = RunState.read(folder).map(RunState::members).orElse(List.of());
    // from here on status and stop find this run, and still what is left of the former
    writeState(former);
    LeftOvers.end(former, progress);
    writeState();
    PortCheck.allFree(plan);
  }

  private void startServers(SuiteServers servers) {
    startAll(servers.members());
    servers.createDatabase();
  }

  private void startAll(List<Member> all) {
    add(all);
    Together.run(all.stream().map(member -> (Runnable) () -> start(member)).toList());
  }

  private void start(Member member) {
    try {
      folder.startLog(member.key());
    } catch (IOException e) {
      throw new LaunchException("Cannot write to " + folder.logs() + ": " + e, e);
    }
    progress.timed(member.key(), "started", member.address(), member.start());
    keepRunning.watch(member);
    writeState();
  }

  private synchronized void add(List<Member> all) {
    if (closed) {
      throw new LaunchException("The suite is being stopped");
    }
    // services are stopped before servers, and both in the order in which they are listed
    members.addAll(0, all);
  }

  private synchronized void becomeReady(ServerAddresses addresses) {
    DataFolder.writePrivate(folder.suiteEnv(), new SuiteEnv(plan, addresses, apiKey()).text());
    ready = true;
    writeState();
  }

  /** Prepares a faster next start, where this is the first of a build. */
  public synchronized void prepareNextStart() {
    if (startCaches != null && !closed) {
      startCaches.trainInBackground();
    }
  }

  /**
   * Notes for {@code ./run --detach} that everything has been shown.
   *
   * @param exitCode that it ends with
   */
  public synchronized void shown(int exitCode) {
    shown = exitCode;
    writeState();
  }

  private synchronized void writeState() {
    // also those that have ended: status names them
    var started =
        members.stream()
            .filter(member -> member.process().get().isPresent())
            .map(member -> member.state(keepRunning.isRestarting(member)))
            .toList();
    writeState(started);
  }

  private synchronized void writeState(List<RunState.Member> states) {
    if (closed) {
      return;
    }
    var launcher = RunState.ProcessId.of(ProcessHandle.current());
    new RunState(folder.realPath(), launcher, ready, shown, states).write(folder);
  }

  public SuitePlan plan() {
    return plan;
  }

  public String apiKey() {
    return Secrets.apiKey(folder);
  }

  public DataFolder folder() {
    return folder;
  }

  /** Whether the suite is being stopped, or has been. */
  public synchronized boolean isClosed() {
    return closed;
  }

  @Override
  public void close() {
    if (!beginClosing()) {
      return;
    }
    keepRunning.close();
    if (startCaches != null) {
      startCaches.close();
    }
    stopMembers();
    forget();
  }

  private void stopMembers() {
    if (members.isEmpty()) {
      return;
    }
    var begin = System.nanoTime();
    progress.heading("Stopping");
    members.forEach(this::stop);
    progress.line("stopped after " + ProgressView.seconds(since(begin)));
  }

  private synchronized boolean beginClosing() {
    var isFirst = !closed;
    closed = true;
    return isFirst && lock != null;
  }

  private void stop(Member member) {
    if (member.isRunning()) {
      progress.timed(member.key(), "stopped", "", member.stop());
    } else {
      member.stop().run();
    }
  }

  private void forget() {
    try {
      Files.deleteIfExists(folder.state());
      Files.deleteIfExists(folder.suiteEnv());
    } catch (IOException e) {
      progress.warning("Cannot remove the record of this run: " + e);
    }
    if (lock != null) {
      lock.close();
    }
  }

  private static Duration since(long begin) {
    return Duration.ofNanos(System.nanoTime() - begin);
  }
}
