package io.onceflow.system.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import io.onceflow.model.pipeline.Pipelines;
import io.onceflow.system.suite.RunningSuite;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** One suite with two aggregators behind a plain proxy, and one browser, for all tests. */
final class Console implements AutoCloseable {
  static final String PIPELINE = "checked";
  static final double PATIENCE_MILLIS = 30_000;

  private static final String OTHER_TENANT_KEY = "key-of-another-tenant";

  /** A step of a model beside one of the local ones. */
  private static final String STEP =
      """
        headline:
          result-field: headline
          engine: openai
          timeout: PT60S
          max-attempts: 1
          output-schema: {type: object, properties: {headline: {type: string}}, required: [headline]}

      pipelines:
        checked:
          steps:
            quality-score:
            headline:

      """;

  private final ModelProvider provider = new ModelProvider();
  private final RunningSuite suite;
  private final PlainProxy proxy;
  private final Playwright playwright;
  private final Browser browser;

  Console(Path chromium, Path folder) throws IOException {
    var options = options(folder);
    suite = RunningSuite.start(folder, options.toArray(String[]::new));
    try {
      var aggregators = Stream.of(suite.setting("ONCEFLOW_TASKS_URL").split(",")).map(URI::create);
      proxy = new PlainProxy(aggregators.toList());
      PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
      playwright =
          Playwright.create(
              new Playwright.CreateOptions()
                  .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
      browser =
          playwright
              .chromium()
              .launch(new LaunchOptions().setExecutablePath(chromium).setArgs(Chromium.ARGUMENTS));
    } catch (IOException | RuntimeException e) {
      suite.close();
      throw e;
    }
  }

  private List<String> options(Path folder) throws IOException {
    var prompts = Files.createDirectories(folder.resolve("prompts"));
    Files.writeString(
        prompts.resolve("headline.en.md"), "version: 1\n\nWrite a headline.\n---\nWrite it.\n");
    var endpoint = "onceflow.engine.openai.endpoints.default.";
    var key = "onceflow.security.api-keys[1].";
    var settings =
        List.of(
            "onceflow.pipelines.file=" + pipelines(folder),
            "onceflow.engine.openai.prompts-folder=" + prompts,
            endpoint + "base-url=" + provider.url(),
            endpoint + "model=stub",
            endpoint + "prices.stub.input=2",
            endpoint + "prices.stub.output=6",
            key + "name=other",
            key + "sha256=" + sha256(OTHER_TENANT_KEY),
            key + "tenant=other",
            key + "user=eve",
            key + "roles=user",
            "onceflow.lag.interval=PT2S");
    return Stream.concat(
            Stream.of("--aggregators", "2"),
            settings.stream().flatMap(setting -> Stream.of("--set", setting)))
        .toList();
  }

  private static Path pipelines(Path folder) throws IOException {
    try (var shipped =
        Objects.requireNonNull(Pipelines.class.getResourceAsStream("pipelines.yaml"))) {
      var yaml = new String(shipped.readAllBytes(), StandardCharsets.UTF_8);
      return Files.writeString(
          folder.resolve("pipelines.yaml"), yaml.replaceFirst("(?m)^pipelines:\n", STEP));
    }
  }

  private static String sha256(String text) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  ModelProvider provider() {
    return provider;
  }

  /** A visitor on a desktop who reads English and has not signed in. */
  Visit visit() {
    return visit(new NewContextOptions().setViewportSize(1280, 900));
  }

  Visit visit(NewContextOptions options) {
    return new Visit(
        browser.newContext(options.setLocale(options.locale == null ? "en-GB" : options.locale)),
        proxy.url());
  }

  /** An operator who has signed in. */
  Visit operator() {
    return operator(new NewContextOptions().setViewportSize(1280, 900));
  }

  Visit operator(NewContextOptions options) {
    return visit(options).signIn(suite.apiKey());
  }

  Visit userOfAnotherTenant() {
    return visit().signIn(OTHER_TENANT_KEY);
  }

  @Override
  public void close() throws IOException {
    browser.close();
    playwright.close();
    proxy.close();
    suite.close();
    provider.close();
  }
}
