package io.onceflow.ingest;

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
          .importPackages("io.onceflow.ingest");

  @Test
  void noOtherServiceIsImported() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.onceflow.relay..", "io.onceflow.worker..", "io.onceflow.aggregator..")
        .check(SERVICE);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("io.onceflow.ingest.(*)..").should().beFreeOfCycles().check(SERVICE);
  }

  @Test
  void theFlowKnowsNothingOfTheWeb() {
    noClasses()
        .that()
        .haveNameMatching(
            ".*\\.(AcceptUpload|DraftTask|CommitTasks|GroupCommit|TaskTable|IdempotencyKeyTable)(\\$.*)?")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.springframework.web..", "org.springframework.http..", "jakarta..")
        .check(SERVICE);
  }
}
