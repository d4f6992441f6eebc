package io.onceflow.benchmarks.load;

import java.util.Random;

/** Texts of common English words, each different, the same in every run. */
public final class Texts {
  private static final String[] WORDS =
      ("the of and to in a is that for it as was with be by on not he his but at are this have from"
           + " or had an they which one you were all her she there would their we him been has when"
           + " who will no more if out so river market engine paper winter letter garden council"
           + " bridge harvest signal village teacher measure weather history kitchen morning"
           + " station journey company science picture student memory")
          .split(" ", -1);
  private static final int VARIANTS = 64;

  private final String[] bases = new String[VARIANTS];

  /**
   * Prepares texts.
   *
   * @param characters of each
   */
  public Texts(int characters) {
    var random = new Random(42);
    for (var i = 0; i < VARIANTS; i++) {
      bases[i] = base(random, characters);
    }
  }

  private static String base(Random random, int characters) {
    var text = new StringBuilder();
    while (text.length() < characters) {
      text.append(WORDS[random.nextInt(WORDS.length)]).append(random.nextInt(12) == 0 ? ". " : " ");
    }
    text.setLength(characters);
    return text.toString();
  }

  /** The text of a number; texts of different numbers differ. */
  public String of(long number) {
    var mark = "Document " + number + ". ";
    return mark + bases[(int) (number % VARIANTS)].substring(mark.length());
  }
}
