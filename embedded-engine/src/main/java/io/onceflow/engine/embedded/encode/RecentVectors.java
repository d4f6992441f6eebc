package io.onceflow.engine.embedded.encode;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Map.Entry;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the vectors of the texts encoded last, so that the steps on one document, which often
 * run at the same time, encode each of its sentences and windows once. As a vector depends on its
 * text only, nothing changes but the time.
 */
final class RecentVectors {
  /** The texts of some documents; at most about 5 MB. */
  private static final int MOST = 1_024;

  private final Map<String, Vector> vectors =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Entry<String, Vector> eldest) {
          return size() > MOST;
        }
      };

  /** The text's vector: the one remembered, else encoded now; who asks meanwhile waits for it. */
  Embedding of(String text, Function<String, Embedding> encoder) {
    Vector vector;
    synchronized (vectors) {
      vector = vectors.computeIfAbsent(text, unknown -> new Vector());
    }
    return vector.get(text, encoder);
  }

  private static final class Vector {
    private @Nullable Embedding embedding;

    synchronized Embedding get(String text, Function<String, Embedding> encoder) {
      Embedding present = embedding;
      if (present == null) {
        present = encoder.apply(text);
        embedding = present;
      }
      return present;
    }
  }
}
