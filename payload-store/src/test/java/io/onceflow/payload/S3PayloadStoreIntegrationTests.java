package io.onceflow.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.dao.DataAccessException;

class S3PayloadStoreIntegrationTests implements PayloadStoreContract {
  private static final List<AutoCloseable> CONTEXTS = new ArrayList<>();
  private static ObjectStore objects;

  @BeforeAll
  static void startStore() throws Exception {
    objects = ObjectStore.start();
  }

  @AfterAll
  static void stopStore() throws Exception {
    for (var context : CONTEXTS) {
      context.close();
    }
    objects.close();
  }

  @Override
  public PayloadStore store() {
    return store("onceflow.payloads.s3.prefix=onceflow/");
  }

  @Test
  void tenantsAreKeptApartWhateverTheirNames() {
    var odd = store().put("a/b c", new byte[] {1}, "text/plain");
    assertThat(store().get(odd)).containsExactly(1);
    assertThatThrownBy(() -> store().get(new PayloadRef("a", odd.sha256())))
        .isInstanceOf(PayloadNotFoundException.class);
  }

  @Test
  void aStoreThatRefusesIsADataAccessFailure() {
    assertThatThrownBy(
            () ->
                store("onceflow.payloads.s3.secret-key=wrong")
                    .put("acme", new byte[1], "text/plain"))
        .isInstanceOf(DataAccessException.class)
        .hasMessageContaining("documents");
    assertThatThrownBy(
            () ->
                store("onceflow.payloads.s3.bucket=missing").put("acme", new byte[1], "text/plain"))
        .isInstanceOf(DataAccessException.class)
        .hasMessageContaining("missing");
  }

  @Test
  void theBucketDeletesWhatIsUnused() {
    var ref = store().put("acme", new byte[] {2}, "text/plain");
    assertThat(store().inDatabase()).isFalse();
    assertThat(store().deleteUnusedSince(LocalDate.parse("9999-12-31"), 10)).isZero();
    assertThat(store().get(ref)).containsExactly(2);
  }

  private static PayloadStore store(String... properties) {
    var context = new AnnotationConfigApplicationContext();
    TestPropertyValues.of(
            "onceflow.payloads.store=s3",
            "onceflow.payloads.s3.bucket=" + ObjectStore.BUCKET,
            "onceflow.payloads.s3.endpoint=" + objects.endpoint(),
            "onceflow.payloads.s3.path-style=true",
            "onceflow.payloads.s3.access-key=" + ObjectStore.ACCESS_KEY,
            "onceflow.payloads.s3.secret-key=" + ObjectStore.SECRET_KEY)
        .and(properties)
        .applyTo(context);
    context.register(PayloadAutoConfiguration.class);
    context.refresh();
    CONTEXTS.add(context);
    return context.getBean(PayloadStore.class);
  }
}
