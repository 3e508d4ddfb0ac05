package org.ringlet.router.health;

/** How far an srun is trusted with requests. In life order; {@link #preference} says which states are asked first. */
public enum HealthState {
    /** Nothing is known yet: it gets a probe before any request, unless no proven srun is left. */
    UNPROVEN(1),
    UP(0),
    /** A request failed on it: the next probe decides, and it is asked sooner than at the usual interval. */
    SUSPECT(2),
    /** Probes failed on it: several good ones in a row bring it back. */
    DOWN(3);

    private final int preference;

    HealthState(int preference) {
        this.preference = preference;
    }

    /** 0 is asked first. Even those that are down are asked when nobody else is left. */
    public int preference() {
        return preference;
    }
}
