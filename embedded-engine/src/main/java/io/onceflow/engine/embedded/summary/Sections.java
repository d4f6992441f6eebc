package io.onceflow.engine.embedded.summary;

import io.onceflow.engine.embedded.text.Article;
import io.onceflow.engine.embedded.text.Paragraph;
import io.onceflow.engine.embedded.text.Sentence;
import java.util.ArrayList;
import java.util.List;

/**
 * The sentences of an article that could stand in a summary, by section.
 *
 * <p>An article of up to {@value #ONE_SECTION} such sentences is one section. A longer one is cut
 * at its headings, small neighbours drawn together and large stretches cut evenly, into at most
 * {@value #MOST_SECTIONS} sections, and each section offers {@value #SECTION_SAMPLE} sentences at
 * most: its first ones and others spread over the rest. So no more than 240 sentences are weighed,
 * however long the article is.
 */
final class Sections {
  static final int ONE_SECTION = 60;
  static final int MOST_SECTIONS = 8;
  static final int SECTION_SAMPLE = 30;
  private static final int SECTION_HEAD = 10;

  private Sections() {}

  /** In order, none empty; no section at all for an article without sentences. */
  static List<List<Sentence>> of(Article article) {
    List<List<Sentence>> parts = underHeadings(article);
    List<Sentence> all = parts.stream().flatMap(List::stream).toList();
    if (all.isEmpty()) {
      List<Sentence> anything = article.sentences();
      return anything.isEmpty() ? List.of() : List.of(sample(anything));
    }
    if (all.size() <= ONE_SECTION) {
      return List.of(all);
    }
    return together(parts, all.size()).stream().map(Sections::sample).toList();
  }

  private static List<List<Sentence>> underHeadings(Article article) {
    List<List<Sentence>> parts = new ArrayList<>();
    List<Sentence> part = new ArrayList<>();
    for (Paragraph paragraph : article.paragraphs()) {
      if (paragraph.heading()) {
        parts.add(part);
        part = new ArrayList<>();
      } else {
        for (Sentence sentence : paragraph.sentences()) {
          if (Presentable.is(sentence.text())) {
            part.add(sentence);
          }
        }
      }
    }
    parts.add(part);
    return parts;
  }

  private static List<List<Sentence>> together(List<List<Sentence>> parts, int total) {
    int sections = Math.min(MOST_SECTIONS, (total + ONE_SECTION - 1) / ONE_SECTION + 1);
    int size = (total + sections - 1) / sections;
    List<List<Sentence>> result = new ArrayList<>();
    List<Sentence> section = new ArrayList<>();
    for (List<Sentence> part : parts) {
      // a heading opens a new section where the one before it is large enough
      if (section.size() >= size / 2 && result.size() < sections - 1) {
        result.add(section);
        section = new ArrayList<>();
      }
      for (Sentence sentence : part) {
        if (section.size() >= size && result.size() < sections - 1) {
          result.add(section);
          section = new ArrayList<>();
        }
        section.add(sentence);
      }
    }
    if (!section.isEmpty()) {
      result.add(section);
    }
    return result;
  }

  private static List<Sentence> sample(List<Sentence> section) {
    if (section.size() <= SECTION_SAMPLE) {
      return section;
    }
    List<Sentence> sample = new ArrayList<>(section.subList(0, SECTION_HEAD));
    int rest = SECTION_SAMPLE - SECTION_HEAD;
    for (int i = 0; i < rest; i++) {
      sample.add(
          section.get(SECTION_HEAD + (int) ((long) (section.size() - SECTION_HEAD) * i / rest)));
    }
    return sample;
  }
}
