package io.onceflow.system.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The console for those who use a keyboard, a screen reader, a phone, the dark or Chinese. */
@ExtendWith(ConsoleExtension.class)
class ConsoleForEverybodyTests {
  private static final List<String> ROOMS = List.of("tasks", "dead-letters", "usage", "system");
  private static final String RULES =
      "() => axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa',"
          + " 'best-practice']}).then(found => found.violations.map(each => each.id + ': ' +"
          + " each.nodes.map(node => node.html + ' ' + node.failureSummary).join(' | ')))";

  private final Console console;

  ConsoleForEverybodyTests(Console console) {
    this.console = console;
  }

  @ParameterizedTest
  @EnumSource(
      value = ColorScheme.class,
      names = {"LIGHT", "DARK"})
  void noPageBreaksARuleOfAccessibility(ColorScheme scheme) throws IOException {
    // the examiner is a script of another origin, which the policy would refuse
    var options = desktop().setColorScheme(scheme).setBypassCSP(true);
    try (var visit = console.operator(options)) {
      var name = "accessible-" + UUID.randomUUID();
      visit.upload(name, ConsoleTests.article("en"));
      visit.shows(visit.row(name), "Completed");
      var axe = script();
      for (var room : ROOMS) {
        visit.go(room);
        visit.isVisible(visit.page().locator("main table, main .empty"));
        examine(visit, axe, room);
      }
      visit.go("tasks").openTask(name);
      visit.isVisible(visit.page().locator(".document mark"));
      examine(visit, axe, "task");
    }
  }

  @Test
  void theSignInPageBreaksNoRuleOfAccessibility() throws IOException {
    try (var visit = console.visit(desktop().setBypassCSP(true))) {
      visit.isVisible(visit.page().locator("form"));
      examine(visit, script(), "sign-in");
    }
  }

  @Test
  void aKeyboardAloneSignsInSendsTextAndOpensItsTask() {
    var title = "typed-" + UUID.randomUUID();
    try (var visit = console.operator()) {
      var keyboard = visit.page().keyboard();
      visit.page().reload();
      visit.isVisible(visit.page().locator("h1"));
      var first = visit.page().locator("a, button, input, select, summary").first();
      assertThat(first).hasText("Skip to the content");
      first.focus();
      keyboard.press("Enter");
      assertThat(visit.page().locator("main")).isFocused();

      tabTo(visit, "summary", "Write or paste text");
      keyboard.press("Enter");
      keyboard.press("Tab");
      keyboard.type("Some words of a person who has no mouse at hand.");
      keyboard.press("Tab");
      keyboard.type(title);
      keyboard.press("Tab");
      keyboard.press("Enter");
      visit.shows(visit.row(title), "Completed");
      tabTo(visit, "[data-task] a", title);
      keyboard.press("Enter");
      assertThat(visit.page().locator("main h1")).hasText(title);
    }
  }

  private static void tabTo(Visit visit, String selector, String text) {
    for (var i = 0; i < 60; i++) {
      visit.page().keyboard().press("Tab");
      var there =
          "([selector, text]) => document.activeElement.matches(selector) &&"
              + " document.activeElement.textContent.includes(text)";
      if (Boolean.TRUE.equals(visit.page().evaluate(there, List.of(selector, text)))) {
        return;
      }
    }
    throw new AssertionError("no way with the Tab key to %s of %s".formatted(selector, text));
  }

  @Test
  void noPageIsWiderThanAPhone() {
    try (var visit = console.operator(new NewContextOptions().setViewportSize(360, 740))) {
      var name = "phone-" + UUID.randomUUID();
      visit.upload(name, ConsoleTests.article("en"));
      visit.shows(visit.row(name), "Completed");
      for (var room : ROOMS) {
        visit.go(room);
        visit.isVisible(visit.page().locator("main table, main .empty"));
        assertThat(width(visit)).as(room).isLessThanOrEqualTo(360);
      }
      visit.go("tasks").openTask(name);
      visit.isVisible(visit.page().locator(".document mark"));
      assertThat(width(visit)).as("task").isLessThanOrEqualTo(360);
    }
  }

  private static int width(Visit visit) {
    return (int) visit.page().evaluate("document.scrollingElement.scrollWidth");
  }

  @Test
  void aChineseBrowserIsSpokenToInChineseAndBothLanguagesCanBeChosen() {
    try (var visit = console.operator(desktop().setLocale("zh-CN"))) {
      assertThat(visit.page().locator("main h1")).hasText("任务");
      assertThat(visit.page().locator("html")).hasAttribute("lang", "zh-CN");
      visit.button("English").click();
      assertThat(visit.page().locator("main h1")).hasText("Tasks");
      visit.page().reload();
      assertThat(visit.page().locator("main h1")).hasText("Tasks");
      visit.button("中文").click();
      assertThat(visit.page().locator("main h1")).hasText("任务");
    }
  }

  @Test
  void theThemeThatWasChosenIsKept() {
    try (var visit = console.operator(desktop().setColorScheme(ColorScheme.DARK))) {
      var dark = background(visit);
      visit.page().locator("[data-focus=theme]").click();
      assertThat(background(visit)).isNotEqualTo(dark);
      visit.page().reload();
      visit.isVisible(visit.page().locator("main h1"));
      assertThat(background(visit)).isNotEqualTo(dark);
    }
  }

  private static Object background(Visit visit) {
    return visit.page().evaluate("getComputedStyle(document.body).backgroundColor");
  }

  private static NewContextOptions desktop() {
    return new NewContextOptions().setViewportSize(1280, 900);
  }

  private static void examine(Visit visit, String axe, String room) {
    visit.page().evaluate(axe);
    assertThat((List<?>) visit.page().evaluate(RULES)).as(room).isEmpty();
  }

  private static String script() throws IOException {
    var path = "/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js";
    try (var stream = ConsoleForEverybodyTests.class.getResourceAsStream(path)) {
      assertThat(stream).as(path).isNotNull();
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
