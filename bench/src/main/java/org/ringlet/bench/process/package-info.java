/** The servers that are measured: processes of their own, on loopback, that always end with the benchmark. */
@NullMarked
package org.ringlet.bench.process;

import org.jspecify.annotations.NullMarked;
