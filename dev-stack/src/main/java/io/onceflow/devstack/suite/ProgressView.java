package io.onceflow.devstack.suite;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/** Tells a person what happens and how long it took, a line for each thing done. */
public final class ProgressView {
  private static final int NAME_WIDTH = 16;

  private final PrintStream out;

  public ProgressView(PrintStream out) {
    this.out = out;
  }

  public void heading(String text) {
    out.println();
    out.println(text);
  }

  public void line(String text) {
    out.println("  " + text);
  }

  public void blank() {
    out.println();
  }

  /** Something that went wrong and is being dealt with. */
  public void warning(String text) {
    out.println("  ! " + text);
  }

  /** Does something and says afterwards that it is done and how long it took. */
  public void timed(String name, String done, String detail, Runnable what) {
    var begin = System.nanoTime();
    what.run();
    done(name, done, detail, Duration.ofNanos(System.nanoTime() - begin));
  }

  public void done(String name, String done, String detail, Duration took) {
    var left = "%s %s".formatted(pad(name), done);
    out.println("  ✓ %-28s %7s   %s".formatted(left, seconds(took), detail).stripTrailing());
  }

  private static String pad(String name) {
    return String.format(Locale.ROOT, "%-" + NAME_WIDTH + "s", name);
  }

  static String seconds(Duration took) {
    return String.format(Locale.ROOT, "%.1f s", took.toMillis() / 1000.0);
  }
}
