/** A store that is nothing but memory: what is left of a request's cost with it is the cost of the Manager itself. */
@NullMarked
package org.ringlet.bench.memory;

import org.jspecify.annotations.NullMarked;
