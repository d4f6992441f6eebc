package io.onceflow.aggregator.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceflow.model.MessageJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What holds for the console's files as they are written. */
class ConsoleFilesTests {
  private static final Path FILES = Path.of("src/main/resources/static");
  private static final Pattern SPOKEN = Pattern.compile("\\b(?:t|known)\\('([^']+)'");
  private static final Pattern CHOSEN =
      Pattern.compile("\\bt\\([\\w.= 0!]+ \\? '([^']+)' : '([^']+)'");
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\w+}");

  @Test
  void bothLanguagesHaveTheSameWordsWithTheSamePlaceholders() {
    var english = words("en");
    var chinese = words("zh");
    assertThat(chinese.keySet()).isEqualTo(english.keySet());
    assertThat(english.values()).doesNotContain("");
    assertThat(chinese.values()).doesNotContain("");
    english.forEach(
        (key, text) ->
            assertThat(placeholders(String.valueOf(chinese.get(key))))
                .as(key)
                .isEqualTo(placeholders(text)));
  }

  @Test
  void everyWordThatAScriptNamesIsThere() {
    var named = new TreeSet<String>();
    for (var script : scripts()) {
      var text = read(script);
      SPOKEN.matcher(text).results().forEach(found -> named.add(found.group(1)));
      CHOSEN
          .matcher(text)
          .results()
          .forEach(found -> named.addAll(List.of(found.group(1), found.group(2))));
    }
    assertThat(named).hasSizeGreaterThan(150);
    assertThat(words("en").keySet()).containsAll(named);
  }

  @Test
  void noScriptCanTurnTextIntoMarkupOrCode() {
    var sinks =
        List.of(
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "DOMParser",
            "createContextualFragment",
            "setHTML",
            "srcdoc",
            "eval(",
            "new Function",
            "javascript:");
    assertThat(scripts()).hasSizeGreaterThan(10);
    for (var script : scripts()) {
      assertThat(read(script)).as(script.toString()).doesNotContain(sinks);
    }
  }

  @Test
  void thePageHoldsNoScriptOrStyleOfItsOwn() {
    var page = read(FILES.resolve("index.html"));
    assertThat(page).doesNotContain("<style", "style=").doesNotContainPattern("\\son\\w+=");
    assertThat(Pattern.compile("<script(?![^>]*\\ssrc=)").matcher(page).find()).isFalse();
    assertThat(ConsoleHeaders.POLICY).doesNotContain("unsafe", "*", "http");
  }

  private static List<String> placeholders(String text) {
    return PLACEHOLDER.matcher(text).results().map(found -> found.group()).sorted().toList();
  }

  private static Map<String, String> words(String language) {
    var words = new TreeMap<String, String>();
    MessageJson.mapper()
        .readTree(read(FILES.resolve("console/words/%s.json".formatted(language))))
        .forEachEntry((key, text) -> words.put(key, text.asString()));
    return words;
  }

  private static List<Path> scripts() {
    try (var files = Files.walk(FILES)) {
      return files.filter(file -> file.toString().endsWith(".js")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
