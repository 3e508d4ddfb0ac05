/**
 * The drop-in for Tomcat: a Manager whose sessions are in a store before the client has its answer.
 *
 * <p>Invariants: no byte of a final response leaves before the store has acknowledged what the request changed; no
 * application code and no I/O runs under a monitor; what the store can't tell is never taken for "there is none".
 */
@NullMarked
package org.ringlet.tomcat;

import org.jspecify.annotations.NullMarked;
