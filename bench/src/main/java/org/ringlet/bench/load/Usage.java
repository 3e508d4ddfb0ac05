package org.ringlet.bench.load;

import java.time.Duration;

/**
 * What a server used.
 *
 * @param cpu user and system time of all its processes
 * @param allocated bytes on the heap, 0 if that is not metered
 */
public record Usage(Duration cpu, long allocated) {
    Usage since(Usage earlier) {
        return new Usage(cpu.minus(earlier.cpu), allocated - earlier.allocated);
    }
}
