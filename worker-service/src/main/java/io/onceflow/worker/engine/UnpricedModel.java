package io.onceflow.worker.engine;

/**
 * A model that is paid for by tokens, of which nobody has said what they cost.
 *
 * @param model as the endpoint calls it
 * @param setting the prefix of the settings that would say it
 */
public record UnpricedModel(String model, String setting) {}
