package org.ringlet.router.health;

import java.time.Duration;
import org.ringlet.cluster.RouterSettings.HealthSettings;

/** What {@link Health} needs to know of the settings. */
record HealthRules(int rise, int fall, Duration interval) {
    static HealthRules of(HealthSettings settings) {
        return new HealthRules(settings.rise(), settings.fall(), settings.interval());
    }
}
