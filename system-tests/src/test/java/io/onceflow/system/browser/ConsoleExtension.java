package io.onceflow.system.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives test classes the one {@link Console}, which is closed after all of them. */
final class ConsoleExtension implements BeforeAllCallback, ParameterResolver {

  /** Before a test is made, where what is missing can still skip it. */
  @Override
  public void beforeAll(ExtensionContext context) {
    Chromium.required();
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Console.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    var chromium = Chromium.required();
    return context
        .getRoot()
        .getStore(Namespace.GLOBAL)
        .computeIfAbsent(
            Console.class,
            _ -> {
              try {
                return new Console(chromium, Files.createTempDirectory("console"));
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            },
            Console.class);
  }
}
