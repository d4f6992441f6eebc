package io.onceflow.devstack.suite;

/**
 * Where the servers are.
 *
 * @param kafka {@code host:port}, several with commas
 */
public record ServerAddresses(
    String jdbcUrl, String databaseUser, String databasePassword, String kafka, String redisUrl) {}
