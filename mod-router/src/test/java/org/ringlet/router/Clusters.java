package org.ringlet.router;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ringlet.cluster.Cluster;
import org.ringlet.cluster.RingSettings;
import org.ringlet.cluster.RouterSettings;
import org.ringlet.cluster.RouterSettings.AdminSettings;
import org.ringlet.cluster.RouterSettings.HealthSettings;
import org.ringlet.cluster.RouterSettings.ProbeType;
import org.ringlet.cluster.Srun;

/** Clusters for tests: any free port on loopback. */
final class Clusters {
    /** Connects only, and seldom: tests of other things don't want to see it. */
    static final HealthSettings QUIET =
            new HealthSettings(ProbeType.TCP, "/", Duration.ofSeconds(30), 1, 3, Duration.ofSeconds(1));

    static final HealthSettings BRISK =
            new HealthSettings(ProbeType.TCP, "/", Duration.ofMillis(100), 1, 2, Duration.ofSeconds(1));

    private Clusters() {}

    static Cluster of(TestSrun... sruns) {
        return of(QUIET, sruns);
    }

    static Cluster of(HealthSettings health, TestSrun... sruns) {
        return of(health, Arrays.stream(sruns).map(TestSrun::declared).toList());
    }

    static Cluster of(HealthSettings health, List<Srun> sruns) {
        return new Cluster("test", Optional.empty(), sruns, RingSettings.DEFAULT, settings(health));
    }

    static Cluster withSecret(String secret, HealthSettings health, TestSrun... sruns) {
        return new Cluster(
                "test",
                Optional.of(secret),
                Arrays.stream(sruns).map(TestSrun::declared).toList(),
                RingSettings.DEFAULT,
                settings(health));
    }

    private static RouterSettings settings(HealthSettings health) {
        return new RouterSettings(
                Optional.of("127.0.0.1"), 0, "round-robin", false, health, AdminSettings.DEFAULT, List.of());
    }
}
