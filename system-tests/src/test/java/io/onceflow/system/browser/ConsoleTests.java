package io.onceflow.system.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What people do with the console, and what may happen to them meanwhile. */
@ExtendWith(ConsoleExtension.class)
class ConsoleTests {
  private final Console console;

  ConsoleTests(Console console) {
    this.console = console;
  }

  @Test
  void englishAndChineseFilesAreUploadedTogetherAndAnswered() {
    var run = " " + UUID.randomUUID();
    try (var visit = console.operator()) {
      visit.upload(
          Visit.file("english" + run, article("en") + run),
          Visit.file("chinese" + run, article("zh") + run));
      visit.shows(visit.row("english" + run), "Completed");
      visit.shows(visit.row("chinese" + run), "Completed");

      visit.openTask("english" + run);
      visit.isVisible(visit.page().locator(".quality .score"));
      visit.shows(visit.page().locator(".keywords"), "glacier");
      assertThat(visit.page().locator(".timeline")).hasCount(4);
      visit.isVisible(visit.page().locator(".document mark"));
      var marked = visit.page().locator(".document mark").first().textContent();
      assertThat(article("en").replaceAll("\\s+", " ")).contains(marked.replaceAll("\\s+", " "));

      visit.go("tasks").openTask("chinese" + run);
      visit.shows(visit.page().locator(".keywords"), "冰川");
      visit.isVisible(visit.page().locator(".document mark"));
      assertThat(visit.complaints()).isEmpty();
    }
  }

  @Test
  void aTaskThatIsReloadedMidWayIsShownToItsEnd() {
    var word = "reload-" + UUID.randomUUID();
    console.provider().hold(word);
    try (var visit = console.operator()) {
      visit.choosePipeline().upload(word, "A document with the word " + word);
      visit.shows(visit.row(word), "Processing");
      visit.openTask(word);
      visit.shows(visit.page().locator(".status-row"), "Processing");

      visit.page().reload();
      visit.shows(visit.page().locator(".status-row"), "Processing");
      console.provider().release(word);

      visit.shows(visit.page().locator(".status-row"), "Completed");
      visit.shows(visit.page().locator(".cards"), "A headline of the model");
      assertThat(visit.complaints()).isEmpty();
    }
  }

  @Test
  void aCutNetworkIsSaidAndWhatHappenedMeanwhileIsShownAfterwards() {
    var word = "network-" + UUID.randomUUID();
    var offline = "offline-" + UUID.randomUUID();
    console.provider().hold(word);
    try (var visit = console.operator()) {
      visit.choosePipeline().upload(word, "A document with the word " + word);
      visit.shows(visit.row(word), "Processing");
      visit.shows(visit.page().locator(".connection"), "Live");

      visit.context().setOffline(true);
      visit.shows(visit.page().locator(".connection"), "Reconnecting");
      visit.upload(offline, "Chosen while there was no network: " + offline);
      visit.shows(visit.page().locator("[data-upload='" + offline + "']"), "Waiting to send again");
      console.provider().release(word);

      visit.context().setOffline(false);
      visit.shows(visit.page().locator("[data-upload='" + offline + "']"), "Accepted");
      visit.shows(visit.page().locator(".connection"), "Live");
      visit.shows(visit.row(word), "Completed");
      visit.isVisible(visit.row(offline));
      assertThat(visit.row(offline)).hasCount(1);
      assertThat(visit.complaints()).isEmpty();
    }
  }

  @Test
  void aDocumentSentTwiceIsOneTaskUntilItIsSentAsANewOne() {
    var name = "twice-" + UUID.randomUUID();
    try (var visit = console.operator()) {
      visit.upload(name, "The same document of an impatient person: " + name);
      visit.shows(visit.row(name), "Completed");
      visit.upload(name, "The same document of an impatient person: " + name);
      visit.shows(visit.page().locator(".upload.replayed"), "Sent before");
      assertThat(visit.row(name)).hasCount(1);

      visit.button("Send as a new task").click();
      assertThat(visit.row(name)).hasCount(2);
      visit.shows(visit.row(name).first(), "reused");
    }
  }

  @Test
  void aDocumentFullOfMarkupAndScriptIsShownAsItsText() {
    var hurt =
        "<script>document.title='hurt'</script><img src=x onerror=alert(1)><svg onload=alert(2)>";
    var name = "<img src=x onerror=alert(3)>" + UUID.randomUUID();
    var sentence = "The sentence before %s is read by people. ".formatted(hurt);
    try (var visit = console.operator()) {
      visit.upload(name, sentence.repeat(3) + "{{constructor.constructor('alert(4)')()}}");
      visit.shows(visit.row(name), "Completed");
      assertThat(visit.row(name).locator("img")).hasCount(0);

      visit.openTask(name);
      visit.shows(visit.page().locator(".document-text"), "<script>document.title='hurt'</script>");
      assertThat(visit.page().locator("main h1")).hasText(name);
      assertThat(visit.page().locator("main img, main script, main svg[onload]")).hasCount(0);
      assertThat(visit.page().title()).doesNotContain("hurt");
      assertThat(visit.complaints()).isEmpty();
    }
  }

  @Test
  void aDeadLetterIsAskedForAgainWithItsCostKnownBefore() {
    var word = "refused-" + UUID.randomUUID();
    console.provider().refuse(word);
    try (var visit = console.operator()) {
      visit.choosePipeline().upload(word, "A document with the word " + word);
      visit.shows(visit.row(word), "Partial");
      visit.openTask(word);
      visit.shows(visit.page().locator(".notice.bad"), "the provider refused the key");
      visit.shows(visit.page().locator(".notice.bad"), "Set a valid key for the endpoint");
      var task = visit.page().url();

      console.provider().accept(word);
      visit.go("dead-letters");
      var letter =
          visit
              .page()
              .locator("[data-letter]")
              .filter(new Locator.FilterOptions().setHasText(task.substring(task.length() - 6)));
      visit.shows(letter, "provider-access-denied");
      letter.getByRole(AriaRole.CHECKBOX).check();
      visit.button("Ask again: 1 chosen").click();
      visit.shows(visit.page().locator("dialog"), "Estimated cost");
      visit.shows(visit.page().locator("dialog .tile").first(), "1");
      visit.button("Ask again (1)").click();
      visit.shows(letter, "Asked again");

      visit.page().navigate(task);
      visit.shows(visit.page().locator(".status-row"), "Completed");
      visit.shows(visit.page().locator(".cards"), "A headline of the model");
      assertThat(visit.complaints()).isEmpty();
    }
  }

  @Test
  void aTaskIsCancelledByItsUser() {
    var word = "cancel-" + UUID.randomUUID();
    console.provider().hold(word);
    try (var visit = console.operator()) {
      visit.choosePipeline().upload(word, "A document with the word " + word);
      visit.shows(visit.row(word), "Processing");
      visit.openTask(word);
      visit.button("Cancel task").click();
      visit.shows(visit.page().locator(".status-row"), "Cancelled");
    } finally {
      console.provider().release(word);
    }
  }

  @Test
  void aSecondTenantSeesNothingOfTheFirst() {
    var name = "secret-" + UUID.randomUUID();
    try (var owner = console.operator();
        var other = console.userOfAnotherTenant()) {
      owner.upload(name, "What one tenant alone may read: " + name);
      owner.shows(owner.row(name), "Completed");
      owner.openTask(name);
      var hash = owner.page().url().replaceFirst(".*#/", "");

      other.shows(other.page().locator(".empty"), "No tasks yet");
      other.go(hash);
      other.shows(other.page().locator("main h1"), "There is no such task");
      assertThat(other.page().content()).doesNotContain(name);
      other.go("dead-letters");
      other.shows(other.page().locator(".empty"), "No dead letters");
      assertThat(
              other.page().getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("System")))
          .hasCount(0);
      assertThat(answerTo(other, "/api/console/" + hash + "/document")).isEqualTo(404);
      assertThat(answerTo(other, "/api/console/system")).isEqualTo(403);
    }
  }

  @Test
  void usageAndTheHealthOfTheSuiteAreShown() {
    try (var visit = console.operator()) {
      visit.upload("usage", "A document that makes some usage.");
      visit.shows(visit.row("usage").first(), "Completed");
      visit.go("usage");
      visit.isVisible(visit.page().locator(".chart rect"));
      visit.go("system");
      assertThat(visit.page().locator(".services .badge.good")).hasCount(5);
      for (var outbox : List.of("ingest", "worker", "aggregator")) {
        visit.isVisible(
            visit
                .page()
                .getByRole(
                    AriaRole.ROWHEADER,
                    new Page.GetByRoleOptions().setName(outbox).setExact(true)));
      }
      visit.shows(visit.page().locator("main"), "onceflow-aggregator");
    }
  }

  private static int answerTo(Visit visit, String path) {
    return (int)
        visit
            .page()
            .evaluate(
                "path => fetch(path, {headers: {Authorization: 'Bearer ' +"
                    + " sessionStorage.getItem('onceflow.key')}}).then(answer => answer.status)",
                path);
  }

  static String article(String language) {
    var file = "/io/onceflow/system/flow/article_%s.txt".formatted(language);
    try (var stream = ConsoleTests.class.getResourceAsStream(file)) {
      assertThat(stream).as(file).isNotNull();
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
