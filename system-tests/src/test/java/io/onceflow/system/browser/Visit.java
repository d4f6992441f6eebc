package io.onceflow.system.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.FilePayload;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Somebody who has the console open, and everything that the browser complained of meanwhile. */
final class Visit implements AutoCloseable {
  private static final String REMEMBER_VIOLATIONS =
      "document.addEventListener('securitypolicyviolation', (event) => {"
          + " console.error('policy violation: ' + event.violatedDirective); })";

  private final List<String> complaints = new CopyOnWriteArrayList<>();
  private final BrowserContext context;
  private final URI url;
  private final Page page;

  Visit(BrowserContext context, URI url) {
    this.context = context;
    this.url = url;
    context.setDefaultTimeout(Console.PATIENCE_MILLIS);
    context.addInitScript(REMEMBER_VIOLATIONS);
    page = context.newPage();
    page.onPageError(complaints::add);
    page.onDialog(
        dialog -> {
          complaints.add("dialog: " + dialog.message());
          dialog.dismiss();
        });
    page.onConsoleMessage(
        message -> {
          if (message.text().contains("policy") || message.text().contains("Trusted")) {
            complaints.add(message.text());
          }
        });
    page.navigate(url.toString());
  }

  Page page() {
    return page;
  }

  BrowserContext context() {
    return context;
  }

  /** Script errors, dialogs, and violations of the content security policy. */
  List<String> complaints() {
    return complaints;
  }

  Visit signIn(String key) {
    page.getByLabel("API key").or(page.getByLabel("API 密钥")).fill(key);
    page.getByLabel("API key").or(page.getByLabel("API 密钥")).press("Enter");
    isVisible(page.locator(".upload-box"));
    return this;
  }

  /** Opens a page of the console by its address, as {@code tasks/0199…}. */
  Visit go(String room) {
    page.navigate(url + "/#/" + room);
    isVisible(page.locator("main h1"));
    return this;
  }

  /** Goes through the pipeline that has the step of a model. */
  Visit choosePipeline() {
    page.getByText("Options", new Page.GetByTextOptions().setExact(true)).click();
    page.locator(".options select[name=pipeline]").selectOption(Console.PIPELINE);
    return this;
  }

  Visit upload(String name, String text) {
    return upload(file(name, text));
  }

  Visit upload(FilePayload... files) {
    page.locator("#chooser").setInputFiles(files);
    return this;
  }

  static FilePayload file(String name, String text) {
    return new FilePayload(name, "text/plain", text.getBytes(StandardCharsets.UTF_8));
  }

  /** The list's row of the title. */
  Locator row(String title) {
    return page.locator("[data-task]")
        .filter(
            new Locator.FilterOptions()
                .setHas(
                    page.getByRole(
                        AriaRole.LINK, new Page.GetByRoleOptions().setName(title).setExact(true))));
  }

  Locator button(String name) {
    return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name));
  }

  /** Opens the page of the task with the title. */
  Visit openTask(String title) {
    row(title).getByRole(AriaRole.LINK).click();
    isVisible(page.locator(".task h1"));
    return this;
  }

  void isVisible(Locator locator) {
    assertThat(locator.first()).isVisible();
  }

  void shows(Locator locator, String text) {
    assertThat(locator).containsText(text);
  }

  @Override
  public void close() {
    context.close();
  }
}
