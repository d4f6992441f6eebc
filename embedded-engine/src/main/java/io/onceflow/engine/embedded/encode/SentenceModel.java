package io.onceflow.engine.embedded.encode;

import io.onceflow.engine.embedded.text.Language;

/** The sentence models on the class path, one for each language. */
enum SentenceModel {
  /** Microsoft's MiniLM tuned for sentences, quantised to 8 bits: 384 dimensions. */
  MINILM("all-minilm-l6-v2-q", "/all-minilm-l6-v2-q", Pooling.MEAN),
  /** BAAI's small Chinese embedding model, quantised to 8 bits: 512 dimensions. */
  BGE_SMALL_ZH("bge-small-zh-v15-q", "/bge-small-zh-v1.5-q", Pooling.FIRST);

  /** How a text's vector is made from those of its word pieces, as the model was trained. */
  enum Pooling {
    MEAN,
    FIRST
  }

  private final String id;
  private final String resource;
  private final Pooling pooling;

  SentenceModel(String id, String resource, Pooling pooling) {
    this.id = id;
    this.resource = resource;
    this.pooling = pooling;
  }

  static SentenceModel of(Language language) {
    return switch (language) {
      case ENGLISH -> MINILM;
      case CHINESE -> BGE_SMALL_ZH;
    };
  }

  /** The name results are recorded under: that of the model's artifact. */
  String id() {
    return id;
  }

  String graphResource() {
    return resource + ".onnx";
  }

  String tokenizerResource() {
    return resource + "-tokenizer.json";
  }

  Pooling pooling() {
    return pooling;
  }
}
