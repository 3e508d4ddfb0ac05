package org.ringlet.router;

import java.time.Instant;
import java.util.List;
import org.ringlet.router.health.HealthState;
import org.ringlet.router.health.SrunCounters;

/**
 * What a router knows at one moment.
 *
 * @param generation how often its configuration was loaded
 * @param clients how many connections of clients are open
 * @param sruns by ascending index
 */
public record RouterStatus(long generation, int clients, List<SrunStatus> sruns) {
    /**
     * @param reason why it is in that state
     * @param since when the state began
     */
    public record SrunStatus(
            String id, int index, HealthState state, String reason, Instant since, SrunCounters.Snapshot counters) {}

    public RouterStatus {
        sruns = List.copyOf(sruns);
    }
}
