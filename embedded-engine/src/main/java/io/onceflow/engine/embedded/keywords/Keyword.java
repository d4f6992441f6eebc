package io.onceflow.engine.embedded.keywords;

/**
 * A phrase the document is about.
 *
 * @param keyword the phrase as the document most often writes it
 * @param score its weight within this document, 0 to 1; not comparable between documents
 */
public record Keyword(String keyword, double score) {}
