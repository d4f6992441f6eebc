package io.onceflow.engine.embedded.quality;

/**
 * What was found of one aspect.
 *
 * @param score 0 to 100
 * @param comment what the score rests on, as half a sentence
 */
record Finding(double score, String comment) {}
