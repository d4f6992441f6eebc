package io.onceflow.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ArithmeticTests {
  private static final double EXACT = 1e-9;

  @Test
  void aPercentileIsTheNearestRank() {
    var latencies = new Latencies();
    LongStream.rangeClosed(1, 2000).map(i -> 2001 - i).forEach(i -> latencies.add(i * 1_000_000));
    assertThat(latencies.percentile(50)).isEqualTo(1000, within(EXACT));
    assertThat(latencies.percentile(99)).isEqualTo(1980, within(EXACT));
    assertThat(latencies.percentile(99.99)).isEqualTo(2000, within(EXACT));
    assertThat(latencies.percentile(100)).isEqualTo(2000, within(EXACT));
  }

  @Test
  void theOnlyLatencyIsEveryPercentile() {
    var latencies = new Latencies();
    latencies.add(3_000_000);
    assertThat(latencies.percentile(1)).isEqualTo(3);
    assertThat(latencies.percentile(99)).isEqualTo(3);
  }

  @Test
  void thereIsNoPercentileOfNothing() {
    assertThatThrownBy(() -> new Latencies().percentile(50))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void theMedianOfAnEvenNumberLiesBetweenTheMiddleTwo() {
    assertThat(new Spread(List.of(4.0, 1.0, 3.0, 2.0)).median()).isEqualTo(2.5);
  }

  @Test
  void theMedianOfAnOddNumberIsTheMiddleOne() {
    var spread = new Spread(List.of(9.0, 1.0, 5.0, 2.0, 7.0));
    assertThat(spread.median()).isEqualTo(5);
    assertThat(spread.min()).isEqualTo(1);
    assertThat(spread.max()).isEqualTo(9);
  }

  @Test
  void cpuCountsUserAndSystemTimeOfAProcessAndItsEndedChildren() {
    var stat = "42 (a (strange) name) S 1 42 42 0 -1 4194560 100 0 0 0 100 20 30 7 20 0 1 0 55 1 1";
    assertThat(CpuMeter.fromStat(stat)).isEqualTo(Duration.ofMillis(1570));
  }

  @Test
  void theMachineIsBusyWhenItNeitherIdlesNorWaits() {
    var time = CpuMeter.MachineTime.parse("cpu  100 10 50 700 40 5 5 90 0 0\ncpu0 1 1 1 1");
    assertThat(time.busy()).isEqualTo(2.6, within(EXACT));
    assertThat(time.all()).isEqualTo(10.0, within(EXACT));
  }

  @Test
  void whatTheBenchmarkDidNotUseIsForeign() {
    var before = reading(Duration.ofSeconds(1), 10, 100);
    var after = reading(Duration.ofSeconds(4), 18, 120);
    assertThat(after.foreignPercent(before)).isEqualTo(25, within(EXACT));
    assertThat(after.since(before, "relay")).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void anUnknownOptionIsRefusedByName() {
    assertThatThrownBy(() -> Options.parse(List.of("--rows", "5"), Set.of("--rate")))
        .hasMessageContaining("--rows")
        .hasMessageContaining("--rate");
  }

  @Test
  void anOptionIsANumberFromOneOn() {
    var options = Options.parse(List.of("--runs", "0"), Set.of());
    assertThatThrownBy(options::runs).hasMessageContaining("--runs 0");
  }

  private static CpuMeter.Reading reading(Duration relay, double busy, double all) {
    return new CpuMeter.Reading(
        Map.of("relay", relay), new CpuMeter.MachineTime(busy, all), (long) (all * 1e9));
  }
}
