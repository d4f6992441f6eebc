package io.onceflow.worker.execution;

import java.math.BigDecimal;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/**
 * Writes JSON so that equal values read alike: properties sorted by name, no white space, numbers
 * without exponent or trailing zeros.
 */
final class CanonicalJson {
  private CanonicalJson() {}

  static String write(JsonNode value) {
    var text = new StringBuilder();
    write(value, text);
    return text.toString();
  }

  private static void write(JsonNode value, StringBuilder text) {
    if (value.isObject()) {
      text.append('{');
      var separator = "";
      for (var name : new TreeSet<>(value.propertyNames())) {
        text.append(separator).append(quoted(name)).append(':');
        write(value.get(name), text);
        separator = ",";
      }
      text.append('}');
    } else if (value.isArray()) {
      text.append('[');
      var separator = "";
      for (var item : value) {
        text.append(separator);
        write(item, text);
        separator = ",";
      }
      text.append(']');
    } else if (value.isNumber()) {
      text.append(plain(value.decimalValue()));
    } else {
      text.append(value);
    }
  }

  private static String plain(BigDecimal number) {
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }

  private static String quoted(String text) {
    return StringNode.valueOf(text).toString();
  }
}
