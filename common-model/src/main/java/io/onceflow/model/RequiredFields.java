package io.onceflow.model;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.RecordComponent;
import org.jspecify.annotations.Nullable;

/** Holds a message that came from outside to its type's own declaration of what may be absent. */
final class RequiredFields {
  // reflection makes the array anew at each call, and every message that is read passes here
  private static final ClassValue<RecordComponent[]> COMPONENTS =
      new ClassValue<>() {
        @Override
        protected RecordComponent[] computeValue(Class<?> type) {
          return type.getRecordComponents();
        }
      };

  private RequiredFields() {}

  /**
   * Checks a record and the suite's records inside it.
   *
   * @throws IllegalArgumentException naming the field that is absent
   */
  static void check(Object message) {
    for (var component : COMPONENTS.get(message.getClass())) {
      var value = valueOf(component, message);
      if (value == null && !isNullable(component)) {
        throw new IllegalArgumentException(
            "the field '%s' is absent".formatted(component.getName()));
      }
      if (value instanceof Record part) {
        check(part);
      }
    }
  }

  private static boolean isNullable(RecordComponent component) {
    AnnotatedElement type = component.getAnnotatedType();
    return type.isAnnotationPresent(Nullable.class);
  }

  private static @Nullable Object valueOf(RecordComponent component, Object message) {
    try {
      return component.getAccessor().invoke(message);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
