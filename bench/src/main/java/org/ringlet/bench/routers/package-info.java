/** Routers side by side in front of the same servers, each as its own documentation sets it up. */
@NullMarked
package org.ringlet.bench.routers;

import org.jspecify.annotations.NullMarked;
