package org.ringlet.store.ring;

import java.time.Duration;
import org.ringlet.cluster.RingSettings;

/** The usual settings, but for what a test is about. */
final class Settings {
    private static final RingSettings USUAL = RingSettings.DEFAULT;

    private Settings() {}

    static RingSettings withMinAcks(int minAcks) {
        return with(minAcks, USUAL.heartbeat());
    }

    static RingSettings withHeartbeat(Duration heartbeat) {
        return with(USUAL.minAcks(), heartbeat);
    }

    private static RingSettings with(int minAcks, Duration heartbeat) {
        return new RingSettings(
                USUAL.acks(),
                minAcks,
                USUAL.ackTimeout(),
                USUAL.lease(),
                heartbeat,
                USUAL.deadTime(),
                USUAL.rejoinLimit(),
                USUAL.persist(),
                USUAL.fsync(),
                USUAL.protection());
    }
}
