package io.onceflow.http.problem;

import org.apache.catalina.core.StandardHost;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Problems for every kind of error, in place of Spring Boot's error page and Tomcat's. */
@AutoConfiguration(before = ErrorMvcAutoConfiguration.class)
class ProblemAutoConfiguration {

  @Bean
  ProblemWriter problemWriter() {
    return new ProblemWriter();
  }

  @Bean
  ProblemResponses problemResponses() {
    return new ProblemResponses();
  }

  @Bean
  ProblemErrorController problemErrorController() {
    return new ProblemErrorController();
  }

  @Bean
  WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> problemsOfTomcat() {
    return factory ->
        factory.addContextCustomizers(
            context -> {
              if (context.getParent() instanceof StandardHost host) {
                host.setErrorReportValveClass(ProblemValve.class.getName());
              }
            });
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "org.springframework.dao.DataAccessException")
  static class WithDatabase {
    @Bean
    DatabaseProblems databaseProblems(ProblemResponses responses) {
      return new DatabaseProblems(responses);
    }
  }
}
