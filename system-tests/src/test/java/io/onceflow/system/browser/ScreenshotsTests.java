package io.onceflow.system.browser;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Page.ScreenshotOptions;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.FilePayload;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Takes the pictures of {@code docs/images} anew: {@code ./mvnw verify -pl system-tests -am
 * -Dit.test=ScreenshotsTests -Dsurefire.failIfNoSpecifiedTests=false
 * -Dfailsafe.failIfNoSpecifiedTests=false -Dscreenshots.write=true}.
 */
@EnabledIfSystemProperty(named = "screenshots.write", matches = "true")
@ExtendWith(ConsoleExtension.class)
class ScreenshotsTests {
  private static final Path IMAGES = Path.of("..", "docs", "images");
  private static final String PAGE =
      """
      <html><head><title>Rivers</title></head><body><h1>Rivers</h1><p>Rivers carry water from the mountains
      to the sea. Many towns grew along their banks, where boats brought goods and mills turned. Floods
      return every few years, and the people who live there have learned to build for them.</p></body></html>
      """;

  private final Console console;

  ScreenshotsTests(Console console) {
    this.console = console;
  }

  @Test
  void picturesOfTheConsole() {
    console.provider().hold("Glacier letters");
    try (var visit = console.operator(desktop())) {
      visit.upload(
          new FilePayload("rivers.html", "text/html", PAGE.getBytes(StandardCharsets.UTF_8)),
          Visit.file("mountain-glaciers.txt", ConsoleTests.article("en")),
          Visit.file("山地冰川.txt", ConsoleTests.article("zh")));
      visit.shows(visit.row("rivers.html"), "Completed");
      visit.shows(visit.row("mountain-glaciers.txt"), "Completed");
      visit.shows(visit.row("山地冰川.txt"), "Completed");
      visit.choosePipeline().upload("letters.txt", "Glacier letters, not read by a model yet.");
      visit.shows(visit.row("letters.txt"), "Processing");
      visit.page().getByText("Options").click();
      picture(visit, "tasks");
      task(visit, "mountain-glaciers.txt", "task");
    } finally {
      console.provider().release("Glacier letters");
    }
    try (var visit = console.operator(desktop().setColorScheme(ColorScheme.DARK))) {
      task(visit, "mountain-glaciers.txt", "task-dark");
    }
    try (var visit = console.operator(desktop().setLocale("zh-CN"))) {
      task(visit, "山地冰川.txt", "task-zh");
    }
    try (var visit = console.operator(new NewContextOptions().setViewportSize(360, 740))) {
      visit.isVisible(visit.row("mountain-glaciers.txt"));
      picture(visit, "tasks-phone");
    }
  }

  private static NewContextOptions desktop() {
    return new NewContextOptions().setViewportSize(1200, 860);
  }

  private static void task(Visit visit, String title, String picture) {
    visit.openTask(title);
    visit.isVisible(visit.page().locator(".document mark"));
    picture(visit, picture);
  }

  private static void picture(Visit visit, String name) {
    visit.page().screenshot(new ScreenshotOptions().setPath(IMAGES.resolve(name + ".png")));
  }
}
