/** The library as a service sees it: by HTTP, on a real Tomcat. */
@NullMarked
package io.onceflow.http;

import org.jspecify.annotations.NullMarked;
