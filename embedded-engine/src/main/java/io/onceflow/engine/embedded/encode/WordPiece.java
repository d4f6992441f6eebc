package io.onceflow.engine.embedded.encode;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * BERT's WordPiece tokenizer, read from a Hugging Face {@code tokenizer.json}: the same ids, in
 * pure Java. Immutable.
 *
 * <p>Words are split from the left into the longest pieces the vocabulary knows (Wu et al. 2016);
 * later pieces of a word are marked with {@code ##}. A word of more than 100 characters, or with a
 * part that no piece fits, becomes one unknown piece.
 */
public final class WordPiece {
  private static final int LONGEST_WORD = 100;
  private static final String CONTINUES = "##";

  private final Map<String, Integer> vocabulary;
  private final BertWords words;
  private final int first;
  private final int last;
  private final int unknown;

  private WordPiece(Map<String, Integer> vocabulary, BertWords words) {
    this.vocabulary = vocabulary;
    this.words = words;
    this.first = special("[CLS]");
    this.last = special("[SEP]");
    this.unknown = special("[UNK]");
  }

  /**
   * Reads a {@code tokenizer.json} and leaves the stream open.
   *
   * @throws IOException if it is none of a WordPiece model
   */
  static WordPiece read(InputStream tokenizerJson) throws IOException {
    JsonNode json;
    try {
      json = JsonMapper.shared().readTree(tokenizerJson);
    } catch (JacksonException e) {
      throw new IOException("the tokenizer file is no JSON", e);
    }
    Map<String, Integer> vocabulary = new HashMap<>();
    for (Map.Entry<String, JsonNode> piece : json.at("/model/vocab").properties()) {
      vocabulary.put(piece.getKey(), piece.getValue().asInt());
    }
    JsonNode normalizer = json.path("normalizer");
    boolean lowerCase = normalizer.path("lowercase").asBoolean(true);
    // as in Hugging Face's normalizer: accents follow the case unless told otherwise
    boolean stripAccents = normalizer.path("strip_accents").asBoolean(lowerCase);
    return new WordPiece(vocabulary, new BertWords(lowerCase, stripAccents));
  }

  private int special(String token) {
    Integer id = vocabulary.get(token);
    if (id == null) {
      throw new IllegalStateException("the tokenizer's vocabulary lacks " + token);
    }
    return id;
  }

  /** The ids of the text's pieces, without the marks for beginning and end; never shortened. */
  public int[] pieces(String text) {
    Pieces pieces = new Pieces(text.length() / 3 + 8);
    for (String word : words.split(text)) {
      split(word, pieces);
    }
    return pieces.toArray();
  }

  /** The id that begins each input of the model. */
  int first() {
    return first;
  }

  /** The id that ends each input of the model. */
  int last() {
    return last;
  }

  private void split(String word, Pieces into) {
    if (word.codePointCount(0, word.length()) > LONGEST_WORD) {
      into.add(unknown);
      return;
    }
    int mark = into.size();
    int start = 0;
    while (start < word.length()) {
      int end = word.length();
      Integer id = null;
      while (end > start && id == null) {
        String piece = word.substring(start, end);
        id = vocabulary.get(start == 0 ? piece : CONTINUES + piece);
        if (id == null) {
          end = word.offsetByCodePoints(end, -1);
        }
      }
      if (id == null) {
        into.cutTo(mark);
        into.add(unknown);
        return;
      }
      into.add(id);
      start = end;
    }
  }

  /** A growing array of ids. */
  private static final class Pieces {
    private int[] ids;
    private int size;

    Pieces(int capacity) {
      ids = new int[capacity];
    }

    void add(int id) {
      if (size == ids.length) {
        ids = Arrays.copyOf(ids, size * 2);
      }
      ids[size++] = id;
    }

    int size() {
      return size;
    }

    void cutTo(int length) {
      size = length;
    }

    int[] toArray() {
      return Arrays.copyOf(ids, size);
    }
  }
}
