/** The console as people use it: in a browser, over the real services behind a plain proxy. */
@NullMarked
package io.onceflow.system.browser;

import org.jspecify.annotations.NullMarked;
