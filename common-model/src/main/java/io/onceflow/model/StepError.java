package io.onceflow.model;

/**
 * Why an attempt failed.
 *
 * @param code stable, lower-case with hyphens, for example {@code provider-timeout}
 * @param message for people; holds no stack trace, SQL or secret
 * @param retryable whether another attempt could succeed
 */
public record StepError(String code, String message, boolean retryable) {}
