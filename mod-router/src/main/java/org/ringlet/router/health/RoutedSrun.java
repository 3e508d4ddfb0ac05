package org.ringlet.router.health;

import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.function.UnaryOperator;
import org.ringlet.cluster.Srun;

/**
 * One srun as the router sees it: it lives as long as the srun keeps its index, id and address, whatever else a reload
 * changes. Thread-safe.
 */
public final class RoutedSrun {
    private final Srun declared;
    private final SrunAddress address;
    private final SrunCounters counters = new SrunCounters();
    private final Clock clock;
    private volatile Health health;
    private final HealthListener listener;
    private volatile HealthRules rules;

    /** Is told after each change of state, from the thread that changed it. */
    @FunctionalInterface
    interface HealthListener {
        void changed(RoutedSrun srun, Health before, Health after);
    }

    RoutedSrun(Srun declared, HealthRules rules, Clock clock, HealthListener listener) {
        this.declared = declared;
        this.address = new SrunAddress(declared);
        this.clock = clock;
        this.health = Health.unproven(clock.instant());
        this.listener = listener;
        this.rules = rules;
    }

    /** Its index, id and address; for its weight and the like ask the cluster. */
    public Srun declared() {
        return declared;
    }

    public InetSocketAddress address() {
        return address.current();
    }

    public SrunCounters counters() {
        return counters;
    }

    public Health health() {
        return health;
    }

    /** A request got its response. */
    public void answered() {
        if (!health.isSettled()) {
            change(now -> now.answered(clock.instant()));
        }
    }

    /** No connection could be had for a request. */
    public void connectFailed(String why) {
        counters.connectFailed();
        change(now -> now.connectFailed(why, clock.instant()));
    }

    /** A request was lost on a connection that was there. */
    public void exchangeFailed(String why) {
        counters.exchangeFailed();
        change(now -> now.exchangeFailed(why, rules, clock.instant()));
    }

    void probed(ProbeResult result) {
        change(now -> result.isGood()
                ? now.probedGood(rules, clock.instant())
                : now.probedBad(result.text(), rules, clock.instant()));
    }

    void rules(HealthRules rules) {
        this.rules = rules;
    }

    HealthRules rules() {
        return rules;
    }

    /** Blocks if the address is a name. */
    InetSocketAddress resolvedAddress() {
        address.resolve();
        return address.current();
    }

    boolean isStill(Srun other) {
        return declared.index() == other.index()
                && declared.id().equals(other.id())
                && declared.host().equals(other.host())
                && declared.httpPort() == other.httpPort();
    }

    private void change(UnaryOperator<Health> transition) {
        Health before;
        Health after;
        synchronized (this) {
            before = health;
            after = transition.apply(before);
            health = after;
        }
        if (before.state() != after.state()) {
            listener.changed(this, before, after);
        }
    }

    @Override
    public String toString() {
        return declared + " " + health.state();
    }
}
