package org.ringlet.cluster;

import java.time.Duration;
import java.util.Objects;

/**
 * How the ring keeps two replicas of each session.
 *
 * @param acks how many copies a save asks for, the local one included
 * @param minAcks how many are enough when the deadline has passed
 * @param lease how long a holder may trust its copy without asking; less than {@code ackTimeout}
 * @param deadTime after how long without a word an srun's copies are made anew elsewhere
 * @param rejoinLimit after how long an absence an srun starts from empty
 * @param persist whether replicas are kept in a file
 * @param fsync whether a save waits until the file is on the disk
 */
public record RingSettings(
        int acks,
        int minAcks,
        Duration ackTimeout,
        Duration lease,
        Duration heartbeat,
        Duration deadTime,
        Duration rejoinLimit,
        boolean persist,
        boolean fsync,
        RingProtection protection) {
    public static final RingSettings DEFAULT = new RingSettings(
            2,
            1,
            Duration.ofSeconds(2),
            Duration.ofMillis(1500),
            Duration.ofMillis(500),
            Duration.ofSeconds(5),
            Duration.ofHours(1),
            true,
            false,
            RingProtection.DEFAULT);

    public RingSettings {
        Objects.requireNonNull(ackTimeout, "ackTimeout");
        Objects.requireNonNull(lease, "lease");
        Objects.requireNonNull(heartbeat, "heartbeat");
        Objects.requireNonNull(deadTime, "deadTime");
        Objects.requireNonNull(rejoinLimit, "rejoinLimit");
        Objects.requireNonNull(protection, "protection");
    }
}
