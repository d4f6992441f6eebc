package io.onceflow.worker.govern.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceflow.model.pipeline.Pipelines;
import io.onceflow.model.pipeline.StepDefinition;
import io.onceflow.worker.engine.Engines;
import io.onceflow.worker.engine.StepAnswer;
import io.onceflow.worker.engine.StepCall;
import io.onceflow.worker.engine.StepEngine;
import io.onceflow.worker.engine.UnpricedModel;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class RequirePricesTests {
  private static final String PRICE = "onceflow.engine.openai.endpoints.default.prices.[m-1]";
  private static final Pipelines PIPELINES = Pipelines.shipped();

  @ParameterizedTest
  @ValueSource(strings = {"tenants.acme", "each-tenant", "steps.summary-gen"})
  void aModelWithoutPriceUnderABudgetFailsTheStart(String budget) {
    assertThatThrownBy(() -> check(budget, "embedded", Map.of("summary-gen", "unpriced")))
        .hasMessageContaining("onceflow.budget." + budget)
        .hasMessageContaining("step summary-gen")
        .hasMessageContaining("'m-1'")
        .hasMessageContaining("set %1$s.input and %1$s.output".formatted(PRICE));
  }

  @Test
  void theModelOfAFallbackNeedsAPriceToo() {
    assertThatThrownBy(() -> check("each-tenant", "embedded", Map.of("auto-classify", "unpriced")))
        .hasMessageContaining("step auto-classify");
  }

  @Test
  void theBudgetOfAStepAsksForNoPriceOfOthers() {
    assertThatCode(
            () -> check("steps.summary-gen", "embedded", Map.of("auto-classify", "unpriced")))
        .doesNotThrowAnyException();
  }

  @Test
  void enginesThatArePaidOtherwiseNeedNoPrice() {
    assertThatCode(() -> check("each-tenant", "embedded", Map.of())).doesNotThrowAnyException();
  }

  @Test
  void withoutBudgetAModelWithoutPriceIsMentionedOnce(CapturedOutput output) {
    new RequirePrices(budgets(Map.of())).check(PIPELINES, engines("unpriced", Map.of()));
    assertThat(output.getOut().lines().filter(line -> line.contains(PRICE + ".input")))
        .singleElement()
        .asString()
        .contains("WARN", "'m-1' has no price", PRICE + ".output");
  }

  private static void check(String budget, String engine, Map<String, String> fallbacks) {
    var setting = BudgetProperties.PREFIX + "." + budget + ".usd-per-day";
    new RequirePrices(budgets(Map.of(setting, "1"))).check(PIPELINES, engines(engine, fallbacks));
  }

  private static BudgetProperties budgets(Map<String, String> settings) {
    return new Binder(new MapConfigurationPropertySource(settings))
        .bindOrCreate(BudgetProperties.PREFIX, BudgetProperties.class);
  }

  private static Engines engines(String standard, Map<String, String> fallbacks) {
    var unpriced = new PaidEngine("unpriced", List.of(new UnpricedModel("m-1", PRICE)));
    return new Engines(
        List.of(unpriced, new PaidEngine("embedded", List.of())), standard, fallbacks, PIPELINES);
  }

  private record PaidEngine(String name, List<UnpricedModel> models) implements StepEngine {
    @Override
    public String model(StepDefinition step) {
      return "m-1";
    }

    @Override
    public List<UnpricedModel> unpriced(StepDefinition step) {
      return models;
    }

    @Override
    public StepAnswer call(StepCall call) {
      throw new AssertionError("called: " + call);
    }
  }
}
