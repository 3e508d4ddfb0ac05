/** The command line: what {@code bin/ringlet} and {@code java -jar ringlet-router.jar} run. */
@NullMarked
package org.ringlet.cli;

import org.jspecify.annotations.NullMarked;
