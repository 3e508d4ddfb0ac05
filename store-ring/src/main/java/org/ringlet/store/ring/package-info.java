/**
 * The store {@code ring}: every session on two sruns, over TCP. A save is acknowledged when both holders have it; a holder
 * answers from its copy without asking only while every srun that it sees alive grants it that.
 *
 * <p>The protocol ({@link org.ringlet.store.ring.RingNode} and what it is made of) knows neither sockets nor threads: it is
 * driven by a {@link org.ringlet.store.ring.Loop} and a {@link org.ringlet.store.ring.Network}.
 */
@NullMarked
package org.ringlet.store.ring;

import org.jspecify.annotations.NullMarked;
