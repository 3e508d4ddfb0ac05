package org.ringlet.store;

import java.util.Locale;
import java.util.Map;

/**
 * How far an srun is with its store, for operators and routers.
 *
 * @param figures what else there is to know, by name; empty if nothing
 */
public record StoreStatus(Phase phase, Map<String, Long> figures) {
    /** The life of an srun, in order. */
    public enum Phase {
        /** It does not know yet who else is there. */
        STARTING,
        /** It is being told what it missed; what it is asked for it asks others. */
        SYNCING,
        ACTIVE,
        /** It serves, and hands over what it has: it is not in the cluster file any more. */
        DRAINING,
        STOPPING;

        /** As status pages and JMX have it. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public static final StoreStatus ACTIVE = new StoreStatus(Phase.ACTIVE, Map.of());

    public StoreStatus {
        figures = Map.copyOf(figures);
    }
}
