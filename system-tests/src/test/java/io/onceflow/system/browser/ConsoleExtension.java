package io.onceflow.system.browser;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
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
    var started =
        context
            .getRoot()
            .getStore(Namespace.GLOBAL)
            .computeIfAbsent(Started.class, _ -> start(), Started.class);
    return switch (started) {
      case Started.Well(var console) -> console;
      case Started.Failed(var failure) ->
          throw new ParameterResolutionException("The console did not start", failure);
    };
  }

  private static Started start() {
    try {
      var folder = Files.createTempDirectory("console");
      return new Started.Well(new Console(Chromium.required(), folder));
    } catch (IOException | RuntimeException | AssertionError e) {
      return new Started.Failed(e);
    }
  }

  /** How the one start ended: a failure is told to every test and not tried again for each. */
  private sealed interface Started extends AutoCloseable {
    @Override
    default void close() throws IOException {}

    record Well(Console console) implements Started {
      @Override
      public void close() throws IOException {
        console.close();
      }
    }

    record Failed(Throwable failure) implements Started {}
  }
}
