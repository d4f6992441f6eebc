package io.onceflow.relay;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTests {
  private static final JavaClasses RELAY =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.onceflow.relay");

  @Test
  void theRelayKnowsNoOtherService() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.onceflow.ingest..", "io.onceflow.worker..", "io.onceflow.aggregator..")
        .check(RELAY);
  }

  @Test
  void packagesFormNoCycle() {
    slices().matching("io.onceflow.relay.(*)..").should().beFreeOfCycles().check(RELAY);
  }

  @Test
  void theFlowKnowsNoSpring() {
    noClasses()
        .that()
        .haveNameMatching(".*\\.(RelayLoop|RelayOutbox|OutboxReader|TopicSender|RowRecords.*)")
        .or()
        .haveNameMatching(".*\\.(ShardLeases|ShardTable|ParkedRows|ParkedTable|InFlight)")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.springframework..")
        .check(RELAY);
  }
}
