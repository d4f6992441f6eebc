package io.onceflow.worker.engine.openai;

import io.onceflow.worker.engine.EngineException;
import io.onceflow.worker.engine.StepCall;
import io.onceflow.worker.engine.call.ModelCall.Purpose;
import io.onceflow.worker.engine.openai.chat.ChatMessage;
import io.onceflow.worker.engine.openai.chat.Tokens;
import io.onceflow.worker.engine.openai.prompt.Sections;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * One attempt at a step. A document that the model can read whole is one question. A longer one is
 * read in sections, each asked about as if it were the document and kept as a part of the work, and
 * one more question makes one answer out of theirs; where their answers are too many for one
 * question, neighbours are combined first. So an attempt that follows a failed one asks only for
 * what is missing.
 */
final class AnswerStep {
  static final String TOO_LONG = "document-too-long";

  /** Estimates are off by up to a third. */
  private static final double CAUTION = 0.75;

  /** A section too short to be divided once more, in tokens. */
  private static final long SHORTEST = 200;

  private final StepPlan plan;
  private final StepCall call;
  private final String text;

  AnswerStep(StepPlan plan, StepCall call) throws EngineException {
    this.plan = plan;
    this.call = call;
    this.text = call.input().text();
  }

  JsonNode answer() throws EngineException, InterruptedException {
    var question = plan.question(text, call.parameters());
    if (plan.hasRoom(question)) {
      try {
        return ask(Purpose.ANSWER, question, attempt());
      } catch (EngineException e) {
        requireDivisible(text, e);
      }
    }
    var answers = new ArrayList<SectionAnswer>();
    addAnswers(text, sectionSize(), answers);
    return combined(answers, true).answer();
  }

  /**
   * A section's answer.
   *
   * @param length of the section, in characters
   */
  private record SectionAnswer(long length, JsonNode answer) {}

  private void addAnswers(String document, long size, List<SectionAnswer> answers)
      throws EngineException, InterruptedException {
    for (var section : Sections.of(document, size)) {
      try {
        var question = plan.question(section, call.parameters());
        answers.add(new SectionAnswer(section.length(), part(Purpose.PART, question)));
      } catch (EngineException e) {
        // the provider counts otherwise; it refuses before it bills
        requireDivisible(section, e);
        addAnswers(section, Tokens.estimate(section) / 2 + 1, answers);
      }
    }
  }

  private SectionAnswer combined(List<SectionAnswer> answers, boolean last)
      throws EngineException, InterruptedException {
    if (answers.size() == 1) {
      return answers.getFirst();
    }
    var question = question(answers);
    if (!plan.hasRoom(question)) {
      return combined(eachCombined(groups(answers)), last);
    }
    try {
      var answer =
          last
              ? ask(Purpose.COMBINE, question, partKey(question))
              : part(Purpose.COMBINE, question);
      return new SectionAnswer(answers.stream().mapToLong(SectionAnswer::length).sum(), answer);
    } catch (EngineException e) {
      if (!isTooLong(e) || answers.size() == 2) {
        throw e;
      }
      int half = answers.size() / 2;
      return combined(
          eachCombined(List.of(answers.subList(0, half), answers.subList(half, answers.size()))),
          last);
    }
  }

  private List<SectionAnswer> eachCombined(List<List<SectionAnswer>> groups)
      throws EngineException, InterruptedException {
    var fewer = new ArrayList<SectionAnswer>();
    for (var group : groups) {
      fewer.add(combined(group, false));
    }
    return fewer;
  }

  /**
   * Neighbours whose answers have room in one question; at least two, or nothing would get less.
   */
  private List<List<SectionAnswer>> groups(List<SectionAnswer> answers) throws EngineException {
    var groups = new ArrayList<List<SectionAnswer>>();
    var group = new ArrayList<SectionAnswer>();
    for (var answer : answers) {
      group.add(answer);
      if (group.size() > 1 && !plan.hasRoom(question(group))) {
        group.removeLast();
        groups.add(List.copyOf(group));
        group.clear();
        group.add(answer);
      }
    }
    groups.add(List.copyOf(group));
    if (groups.size() == answers.size()) {
      throw tooLong("two answers to its sections have no room in one question");
    }
    return groups;
  }

  private List<ChatMessage> question(List<SectionAnswer> answers) {
    return plan.combination(
        answers.stream().map(SectionAnswer::answer).toList(),
        answers.stream().map(SectionAnswer::length).toList(),
        text,
        call.parameters());
  }

  private JsonNode part(Purpose purpose, List<ChatMessage> question)
      throws EngineException, InterruptedException {
    return call.calls()
        .part(StepPlan.words(question), () -> ask(purpose, question, partKey(question)));
  }

  private JsonNode ask(Purpose purpose, List<ChatMessage> question, String key)
      throws EngineException, InterruptedException {
    return new AskModel(plan, call.calls(), key).ask(purpose, question);
  }

  private String attempt() {
    return call.workId() + "-" + call.attempt();
  }

  /** An attempt that was deferred between parts goes on under its number with other questions. */
  private String partKey(List<ChatMessage> question) {
    return attempt() + "-" + StepPlan.fingerprint(StepPlan.words(question));
  }

  /** At most half of the document, so that what hardly lacks room is cut in even parts. */
  private long sectionSize() throws EngineException {
    var half = Tokens.estimate(text) / 2 + 1;
    if (plan.model().contextTokens() == 0) {
      return half;
    }
    var size = (long) (plan.room(plan.question("", call.parameters())) * CAUTION);
    if (size < SHORTEST) {
      throw tooLong("its sections have no room beside prompt and answer");
    }
    return Math.min(half, size);
  }

  /** Passes a failure on unless a shorter text could help. */
  private static void requireDivisible(String refused, EngineException failure)
      throws EngineException {
    if (!isTooLong(failure) || Tokens.estimate(refused) <= SHORTEST) {
      throw failure;
    }
  }

  private static boolean isTooLong(EngineException failure) {
    return failure.error().code().equals(TOO_LONG);
  }

  private EngineException tooLong(String why) {
    var model = plan.model();
    return EngineException.permanent(
        TOO_LONG,
        "the document is longer than the %d tokens of %s, and %s; raise %4$s.context-tokens or lower %4$s.max-tokens"
            .formatted(
                model.contextTokens(), model.name(), why, plan.client().endpoint().setting()),
        null);
  }
}
