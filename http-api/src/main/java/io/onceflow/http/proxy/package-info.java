/** Lets trusted proxies say under which address the client reached them. */
@NullMarked
package io.onceflow.http.proxy;

import org.jspecify.annotations.NullMarked;
