package org.ringlet.router.health;

import java.net.InetSocketAddress;
import java.util.function.Consumer;

/** One way to ask an srun whether it is well. */
@FunctionalInterface
interface Probe {
    /** Gives the result exactly once, within the probe's time-out, from an event loop. */
    void start(InetSocketAddress srun, Consumer<ProbeResult> result);
}
