package io.onceflow.aggregator;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The boundaries between rooms and services. */
class ArchitectureTests {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.onceflow.aggregator");

  @Test
  void noOtherServiceIsImported() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.onceflow.ingest..", "io.onceflow.relay..", "io.onceflow.worker..")
        .check(CLASSES);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("io.onceflow.aggregator.(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void flowsKnowNothingOfTheWeb() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "..state..", "..store..", "..merge..", "..deadline..", "..retention..", "..snapshot..")
        .or()
        .haveSimpleName("CancelTask")
        .or()
        .haveSimpleName("RetryTask")
        .or()
        .haveSimpleName("AskDue")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.springframework.web..", "org.springframework.http..", "jakarta.servlet..")
        .check(CLASSES);
  }

  @Test
  void tablesAreWrittenThroughTheirOwnClassAlone() {
    classes()
        .that()
        .haveSimpleNameEndingWith("Table")
        .and()
        .areTopLevelClasses()
        .should()
        .notBePublic()
        .check(CLASSES);
  }
}
