package io.onceflow.http.problem;

/**
 * What is wrong with one field of a request.
 *
 * @param field as the client named it; a path for fields inside others, as {@code metadata.author}
 * @param detail what is wrong and what would be right
 */
public record FieldProblem(String field, String detail) {}
