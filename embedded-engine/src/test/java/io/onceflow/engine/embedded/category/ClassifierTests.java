package io.onceflow.engine.embedded.category;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.onceflow.engine.embedded.Texts;
import io.onceflow.engine.embedded.category.CategoryLabels.Label;
import io.onceflow.engine.embedded.text.Document;
import io.onceflow.engine.embedded.text.Language;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ClassifierTests {

  private static Category classify(String text, CategoryLabels labels) {
    return Texts.engine().category(Document.of(text), labels);
  }

  record Labelled(String text, String label) {}

  static List<Labelled> labelled() {
    return List.of(
        new Labelled(Texts.RIVER, "environment"),
        new Labelled(Texts.FOOTBALL, "sports"),
        new Labelled(Texts.COMPUTER, "technology"),
        new Labelled(Texts.FOOTBALL_ZH, "sports"),
        new Labelled(Texts.HEALTH_ZH, "health"),
        new Labelled(
            "Simmer the lentils with cumin and garlic, season with lemon and serve with rice.",
            "food"),
        new Labelled("中央银行昨日下调利率，股市上涨，企业贷款成本随之下降，投资者信心增强。", "business"));
  }

  @ParameterizedTest
  @MethodSource("labelled")
  void theShippedLabelsSortArticles(Labelled labelled) {
    assertThat(classify(labelled.text(), CategoryLabels.forArticles()).label())
        .isEqualTo(labelled.label());
  }

  @Test
  void confidencesAreSharesAndTheMarginIsToTheNextLabel() {
    CategoryLabels labels =
        new CategoryLabels(
            List.of(
                Label.of("sports", "sports and matches", "体育比赛"),
                Label.of("cooking", "cooking and food", "烹饪"),
                Label.of("law", "courts and law", "法律")));
    Category category = classify(Texts.FOOTBALL, labels);

    double all =
        category.confidence()
            + category.alternatives().stream().mapToDouble(Category.Alternative::confidence).sum();
    assertThat(all).isCloseTo(1, within(1e-3));
    assertThat(category.margin()).isGreaterThan(0.1);
    assertThat(category.needsReview()).isFalse();
    assertThat(category.alternatives()).hasSize(2);
  }

  @Test
  void twoLabelsAlikeNeedReview() {
    CategoryLabels labels =
        new CategoryLabels(
            List.of(
                Label.of("football", "football matches", "足球比赛"),
                Label.of("soccer", "soccer matches", "足球赛事")));

    assertThat(classify(Texts.FOOTBALL, labels).needsReview()).isTrue();
    assertThat(classify("", labels).needsReview()).isTrue();
  }

  @Test
  void examplesDrawTheirLabelNearer() {
    Label plain = new Label("desk-7", Map.of("en", List.of("desk seven")), List.of());
    Label other = new Label("desk-8", Map.of("en", List.of("desk eight")), List.of());
    Label taught =
        new Label(
            "desk-8",
            Map.of("en", List.of("desk eight")),
            List.of(
                "The midfielder scored and the team won the match.",
                "Fans cheered the goalkeeper.",
                "主队赢得了足球比赛。"));

    Category before = classify(Texts.FOOTBALL, new CategoryLabels(List.of(plain, other)));
    Category after = classify(Texts.FOOTBALL, new CategoryLabels(List.of(plain, taught)));

    assertThat(after.label()).isEqualTo("desk-8");
    assertThat(after.margin()).isGreaterThan(before.margin() + 0.1);
    assertThat(after.needsReview()).isFalse();
  }

  @Test
  void theNearestOfSeveralDescriptionsCounts() {
    CategoryLabels labels =
        new CategoryLabels(
            List.of(
                new Label(
                    "leisure",
                    Map.of("en", List.of("gardening", "football and other sports")),
                    List.of()),
                Label.of("work", "offices and careers", "职场")));

    assertThat(classify(Texts.FOOTBALL, labels).label()).isEqualTo("leisure");
  }

  @Test
  void labelsDescribedInTheOtherLanguageAloneAreStillOfUse() {
    CategoryLabels chineseOnly =
        new CategoryLabels(
            List.of(
                new Label("体育", Map.of("zh", List.of("体育、足球与比赛")), List.of()),
                new Label("美食", Map.of("zh", List.of("美食与烹饪")), List.of())));

    assertThat(chineseOnly.readable(Language.ENGLISH)).isEqualTo(Language.CHINESE);
    assertThat(CategoryLabels.forArticles().readable(Language.ENGLISH)).isEqualTo(Language.ENGLISH);
    assertThat(classify(Texts.FOOTBALL, chineseOnly).label()).isEqualTo("体育");
  }

  @Test
  void aSingleLabelIsTheAnswer() {
    CategoryLabels one = new CategoryLabels(List.of(Label.of("all", "anything", "任何")));

    Category category = classify(Texts.RIVER, one);
    assertThat(category.label()).isEqualTo("all");
    assertThat(category.confidence()).isEqualTo(1);
    assertThat(category.alternatives()).isEmpty();
  }

  @Test
  void mistakenLabelsAreRefused() {
    assertThatThrownBy(() -> new CategoryLabels(List.of())).hasMessageContaining("at least one");
    Label label = Label.of("law", "courts", "法院");
    assertThatThrownBy(() -> new CategoryLabels(List.of(label, label)))
        .hasMessageContaining("'law' stands twice");
    assertThatThrownBy(() -> Label.of(" ", "courts", "法院")).hasMessageContaining("blank");
  }
}
