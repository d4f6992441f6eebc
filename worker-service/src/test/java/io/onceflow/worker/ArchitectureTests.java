package io.onceflow.worker;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTests {
  private static final JavaClasses SERVICE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.onceflow.worker");

  @Test
  void noOtherServiceIsImported() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.onceflow.relay..", "io.onceflow.ingest..", "io.onceflow.aggregator..")
        .check(SERVICE);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("io.onceflow.worker.(*)..").should().beFreeOfCycles().check(SERVICE);
  }

  @Test
  void theFlowKnowsOfSpringOnlyTransactionsAndSql() {
    noClasses()
        .that()
        .haveNameMatching(
            ".*\\.(ClaimSteps|JoinExecutions|RunStep|CallEngine|SettleOutcome|EndAttempt|DueRetries"
                + "|TakeOverClaims|QueuedSteps|JoinPass|DecideHeld|ForgetExecutions)(\\$.*)?")
        .should()
        .dependOnClassesThat(
            resideInAPackage("org.springframework..")
                .and(
                    not(
                        resideInAnyPackage(
                            "org.springframework.transaction..",
                            "org.springframework.dao..",
                            "org.springframework.jdbc.."))))
        .check(SERVICE);
  }
}
