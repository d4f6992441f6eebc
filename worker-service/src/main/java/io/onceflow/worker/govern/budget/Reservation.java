package io.onceflow.worker.govern.budget;

import java.util.List;
import java.util.UUID;

/**
 * Money that is set aside for one call, in every budget that it falls under.
 *
 * @param amount in micro-dollars; nothing without windows
 */
public record Reservation(UUID claim, int number, List<Window> windows, long amount) {
  public Reservation {
    windows = List.copyOf(windows);
  }

  List<String> windowIds() {
    return windows.stream().map(Window::id).toList();
  }

  boolean isNothing() {
    return windows.isEmpty();
  }
}
