package io.onceflow.benchmarks.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The CPU time of processes, each with all below it. On Linux children that have ended count too;
 * elsewhere they are missing.
 */
public final class CpuMeter {
  /** Of {@code /proc}: user-visible ticks are hundredths of a second on every Linux. */
  private static final long NANOS_PER_TICK = 10_000_000;

  /** Fields of {@code /proc/…/stat} after the name: own and waited-for children's times. */
  private static final int FIRST_TIME = 11;

  private static final int LAST_TIME = 14;

  private final Supplier<Map<String, ProcessHandle>> processes;

  /**
   * @param processes by name; asked at each reading, since a process may be started anew
   */
  public CpuMeter(Supplier<Map<String, ProcessHandle>> processes) {
    this.processes = processes;
  }

  /** The CPU time that each has used since its start, and the machine's. */
  public Reading read() {
    var used = new LinkedHashMap<String, Duration>();
    processes.get().forEach((name, process) -> used.put(name, ofTree(process)));
    // this JVM without its children, which are the processes above
    used.put("load generator", of(ProcessHandle.current()));
    return new Reading(used, MachineTime.now(), System.nanoTime());
  }

  private static Duration ofTree(ProcessHandle root) {
    return Stream.concat(Stream.of(root), root.descendants())
        .map(CpuMeter::of)
        .reduce(Duration.ZERO, Duration::plus);
  }

  private static Duration of(ProcessHandle process) {
    var stat = Path.of("/proc", Long.toString(process.pid()), "stat");
    try {
      return fromStat(Files.readString(stat));
    } catch (IOException e) {
      return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }
  }

  /** From the text of {@code /proc/…/stat}, where the name may hold anything, also brackets. */
  static Duration fromStat(String stat) {
    var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    var ticks = 0L;
    for (var i = FIRST_TIME; i <= LAST_TIME; i++) {
      ticks += Long.parseLong(fields[i]);
    }
    return Duration.ofNanos(ticks * NANOS_PER_TICK);
  }

  /**
   * What was used up to a moment.
   *
   * @param used by process
   * @param machine of all cores
   * @param at {@link System#nanoTime()}
   */
  public record Reading(Map<String, Duration> used, MachineTime machine, long at) {

    /** CPU time of a process from the earlier reading to this one. */
    public Duration since(Reading earlier, String process) {
      return used.getOrDefault(process, Duration.ZERO)
          .minus(earlier.used.getOrDefault(process, Duration.ZERO));
    }

    /** Seconds of CPU of all processes of the benchmark. */
    public double secondsSince(Reading earlier) {
      return used.keySet().stream().mapToDouble(name -> since(earlier, name).toNanos() / 1e9).sum();
    }

    /** Percent of one core that a process used from the earlier reading to this one. */
    public double percentOfCore(Reading earlier, String process) {
      return 100.0 * since(earlier, process).toNanos() / (at - earlier.at);
    }

    /** Percent of the machine that processes other than those of the benchmark used. */
    public double foreignPercent(Reading earlier) {
      var busy = machine.busy() - earlier.machine.busy();
      var all = machine.all() - earlier.machine.all();
      return all == 0 ? 0 : Math.max(0, 100 * (busy - secondsSince(earlier)) / all);
    }
  }

  /**
   * Seconds of all cores since the machine's start; zeros where there is no {@code /proc/stat}.
   *
   * @param all busy and idle together
   */
  public record MachineTime(double busy, double all) {
    private static final int IDLE = 3;
    private static final int WAITING = 4;
    private static final int COUNTED = 8;

    static MachineTime now() {
      try {
        return parse(Files.readString(Path.of("/proc/stat")));
      } catch (IOException e) {
        return new MachineTime(0, 0);
      }
    }

    static MachineTime parse(String stat) {
      var fields = stat.lines().findFirst().orElse("").trim().split(" +", -1);
      var all = 0L;
      var idle = 0L;
      for (var i = 0; i < COUNTED && i + 1 < fields.length; i++) {
        var ticks = Long.parseLong(fields[i + 1]);
        all += ticks;
        idle += i == IDLE || i == WAITING ? ticks : 0;
      }
      return new MachineTime((all - idle) * NANOS_PER_TICK / 1e9, all * NANOS_PER_TICK / 1e9);
    }
  }
}
