package io.onceflow.outbox;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;

/** Gives every service the same names in Redis. */
@AutoConfiguration
@EnableConfigurationProperties(RedisNames.class)
class RedisNamesAutoConfiguration {}
