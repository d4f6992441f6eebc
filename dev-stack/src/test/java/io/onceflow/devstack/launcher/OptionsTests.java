package io.onceflow.devstack.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceflow.devstack.launcher.Options.Command;
import io.onceflow.devstack.server.LaunchException;
import io.onceflow.devstack.service.ServiceKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OptionsTests {
  @TempDir private Path folder;

  @Test
  void nothingTypedRunsOneOfEachWithTheSample() {
    var options = parse();

    assertThat(options.command()).isEqualTo(Command.RUN);
    assertThat(options.sample()).isEqualTo("en");
    assertThat(options.plan().data()).isEqualTo(Path.of("/project/.onceflow"));
    assertThat(options.plan().instances()).isEmpty();
    assertThat(options.plan().portOffset()).isZero();
  }

  @Test
  void everyOptionFindsItsPlace() {
    var plan =
        parse(
                "--detach --data d --port-offset 20 --workers 2 --ingests 3 --relays 4"
                    + " --aggregators 5 --set a=b=c --engine openai --base-url http://x --model m"
                    + " --postgres postgresql://p --kafka k:1 --redis redis://r")
            .plan();

    assertThat(plan.data()).isEqualTo(folder.resolve("d"));
    assertThat(plan.portOffset()).isEqualTo(20);
    assertThat(plan.instances())
        .isEqualTo(
            Map.of(
                ServiceKind.WORKER, 2,
                ServiceKind.INGEST, 3,
                ServiceKind.RELAY, 4,
                ServiceKind.AGGREGATOR, 5));
    assertThat(plan.settings())
        .containsEntry("a", "b=c")
        .containsEntry("onceflow.engine.default", "openai");
    assertThat(plan.external().kafka()).isEqualTo("k:1");
  }

  @Test
  void theEngineOpenaiIsDirectedByThreeWords() {
    assertThat(parse("--engine openai --base-url http://x/v1 --model m").plan().settings())
        .containsEntry("onceflow.engine.default", "openai")
        .containsEntry("onceflow.engine.openai.endpoints.default.base-url", "http://x/v1")
        .containsEntry("onceflow.engine.openai.endpoints.default.model", "m");
  }

  @Test
  void theFakeProviderListensWhereItIsTold() {
    assertThat(parse("provider").command()).isEqualTo(Command.PROVIDER);
    assertThat(parse("provider --port 9999").providerPort()).isEqualTo(9999);
  }

  @Test
  void aValueMayFollowAnEqualsSign() {
    assertThat(parse("--workers=2 --set=a=b").plan().settings()).containsEntry("a", "b");
  }

  @Test
  void filesAreFoundFromWhereTheCommandWasTyped() throws IOException {
    var file = Files.writeString(folder.resolve("article.txt"), "text");

    assertThat(parse("article.txt --no-sample").files()).containsExactly(file);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--workers 0",
        "--workers two",
        "--workers 10",
        "--port-offset -1",
        "--data",
        "--set novalue",
        "--sample fr",
        "--unknown",
        "no-such-file.txt"
      })
  void whatCannotBeMeantIsRefused(String words) {
    assertThatThrownBy(() -> parse(words)).isInstanceOf(LaunchException.class);
  }

  private Options parse(String words) {
    return Options.parse(List.of(words.split(" ")), Path.of("/project"), folder);
  }

  private Options parse() {
    return Options.parse(List.of(), Path.of("/project"), folder);
  }
}
