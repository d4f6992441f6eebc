package io.onceflow.engine.embedded.encode;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.onceflow.engine.embedded.text.Language;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns texts into vectors with one language's sentence model. Safe for use by many threads; each
 * call works on its caller's thread alone.
 *
 * <p>A text's vector depends on the text only. Texts are never run together in a batch: the models
 * are quantised with a scale taken over the whole batch, so a neighbour would change the result in
 * its last digits. A text longer than the model can see at once is read in windows, none left out,
 * and their vectors averaged by length.
 */
public final class SentenceEncoder implements AutoCloseable {
  /** Pieces the models can see at once, with the marks for beginning and end. */
  private static final int WINDOW = 512;

  /** Texts up to the length of an article's windows; longer ones are rare and large. */
  private static final int LONGEST_REMEMBERED = 2_500;

  private final SentenceModel model;
  private final WordPiece tokenizer;
  private final OrtEnvironment environment;
  private final OrtSession session;
  private final RecentVectors recent = new RecentVectors();

  private SentenceEncoder(SentenceModel model, WordPiece tokenizer, OrtSession session) {
    this.model = model;
    this.tokenizer = tokenizer;
    this.environment = OrtEnvironment.getEnvironment();
    this.session = session;
  }

  /**
   * Loads the model of a language from the class path.
   *
   * @throws UncheckedIOException if it is missing or broken
   * @throws IllegalStateException if ONNX Runtime does not take it
   */
  public static SentenceEncoder load(Language language) {
    SentenceModel model = SentenceModel.of(language);
    try (InputStream tokenizerJson = open(model.tokenizerResource());
        InputStream graph = open(model.graphResource());
        OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      // one thread: the same sums in the same order, and no more than the caller's core
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      OrtSession session =
          OrtEnvironment.getEnvironment().createSession(graph.readAllBytes(), options);
      return new SentenceEncoder(model, WordPiece.read(tokenizerJson), session);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot load the model " + model.id(), e);
    } catch (OrtException e) {
      throw new IllegalStateException("ONNX Runtime refuses the model " + model.id(), e);
    }
  }

  private static InputStream open(String resource) throws IOException {
    InputStream stream = SentenceEncoder.class.getResourceAsStream(resource);
    if (stream == null) {
      throw new FileNotFoundException("not on the class path: " + resource);
    }
    return stream;
  }

  /** The model's name, for the record. */
  public String modelId() {
    return model.id();
  }

  /** The model's tokenizer. */
  public WordPiece tokenizer() {
    return tokenizer;
  }

  /** The vectors of the texts, in their order. */
  public List<Embedding> encodeAll(List<String> texts) {
    List<Embedding> embeddings = new ArrayList<>(texts.size());
    for (String text : texts) {
      embeddings.add(encode(text));
    }
    return embeddings;
  }

  /**
   * The vector of one text. Takes time in proportion to its length: callers bound what they pass.
   */
  public Embedding encode(String text) {
    return text.length() <= LONGEST_REMEMBERED ? recent.of(text, this::encodeNow) : encodeNow(text);
  }

  private Embedding encodeNow(String text) {
    int[] pieces = tokenizer.pieces(text);
    int room = WINDOW - 2;
    if (pieces.length <= room) {
      return Embedding.of(run(pieces));
    }
    // windows of even length, so that no window is left with a word or two
    int windows = (pieces.length + room - 1) / room;
    float[] sum = new float[0];
    for (int i = 0; i < windows; i++) {
      int from = (int) ((long) pieces.length * i / windows);
      int to = (int) ((long) pieces.length * (i + 1) / windows);
      float[] part = run(Arrays.copyOfRange(pieces, from, to));
      sum = i == 0 ? part : plus(sum, part);
    }
    return Embedding.of(sum);
  }

  private static float[] plus(float[] sum, float[] part) {
    for (int d = 0; d < sum.length; d++) {
      sum[d] += part[d];
    }
    return sum;
  }

  private float[] run(int[] pieces) {
    int length = pieces.length + 2;
    long[] ids = new long[length];
    ids[0] = tokenizer.first();
    for (int i = 0; i < pieces.length; i++) {
      ids[i + 1] = pieces[i];
    }
    ids[length - 1] = tokenizer.last();
    long[] ones = new long[length];
    Arrays.fill(ones, 1);
    long[] shape = {1, length};
    try (OnnxTensor idTensor = OnnxTensor.createTensor(environment, LongBuffer.wrap(ids), shape);
        OnnxTensor mask = OnnxTensor.createTensor(environment, LongBuffer.wrap(ones), shape);
        OnnxTensor types =
            OnnxTensor.createTensor(environment, LongBuffer.wrap(new long[length]), shape)) {
      Map<String, OnnxTensor> inputs = new HashMap<>();
      inputs.put("input_ids", idTensor);
      inputs.put("attention_mask", mask);
      inputs.put("token_type_ids", types);
      try (OrtSession.Result result = session.run(inputs)) {
        return pool((OnnxTensor) result.get(0), length);
      }
    } catch (OrtException e) {
      throw new IllegalStateException("the model " + model.id() + " failed", e);
    }
  }

  private float[] pool(OnnxTensor lastLayer, int length) {
    FloatBuffer states = lastLayer.getFloatBuffer();
    int dimensions = states.remaining() / length;
    float[] pooled = new float[dimensions];
    int used = model.pooling() == SentenceModel.Pooling.FIRST ? 1 : length;
    for (int i = 0; i < used; i++) {
      for (int d = 0; d < dimensions; d++) {
        pooled[d] += states.get(i * dimensions + d);
      }
    }
    for (int d = 0; d < dimensions; d++) {
      pooled[d] /= used;
    }
    return pooled;
  }

  @Override
  public void close() {
    try {
      session.close();
    } catch (OrtException e) {
      throw new IllegalStateException("cannot release the model " + model.id(), e);
    }
  }
}
