/** What every benchmark is measured with: samples, CPU, the machine, and the report. */
@NullMarked
package io.onceflow.benchmarks.measure;

import org.jspecify.annotations.NullMarked;
