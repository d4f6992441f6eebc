package io.onceflow.engine.embedded;

import io.onceflow.engine.embedded.text.Language;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How the engine starts.
 *
 * @param nativeLibraryFolder where ONNX Runtime's native libraries (23 MB) are unpacked once and
 *     found again by later starts; it must not be writable by others, for its content is executed.
 *     Null unpacks them at each start to a temporary folder that is deleted as soon as they are
 *     loaded
 * @param preload the languages whose models are loaded by {@link EmbeddedEngine#open}; the others
 *     load when the first document needs them
 */
public record EmbeddedEngineOptions(@Nullable Path nativeLibraryFolder, Set<Language> preload) {
  public static final EmbeddedEngineOptions DEFAULT =
      new EmbeddedEngineOptions(null, EnumSet.allOf(Language.class));

  public EmbeddedEngineOptions {
    preload = Set.copyOf(preload);
  }
}
