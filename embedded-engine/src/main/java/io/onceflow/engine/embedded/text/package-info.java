/**
 * Reads a document: its language, paragraphs, headings, sentences and words, all with their places
 * in the text.
 */
@NullMarked
package io.onceflow.engine.embedded.text;

import org.jspecify.annotations.NullMarked;
