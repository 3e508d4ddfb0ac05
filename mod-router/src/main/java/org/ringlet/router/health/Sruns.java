package org.ringlet.router.health;

import java.lang.System.Logger.Level;
import java.time.Clock;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.ringlet.cluster.Cluster;
import org.ringlet.cluster.Srun;
import org.ringlet.router.routing.BalancingPolicy;
import org.ringlet.router.routing.RoutingTable;

/**
 * The sruns of the running configuration. Readers take {@link #view}, an immutable snapshot; a reload or a change of
 * health swaps in a new one.
 */
public final class Sruns {
    private static final System.Logger LOG = System.getLogger(Sruns.class.getName());

    private final Clock clock;
    private final RandomGenerator random;
    private final HealthListener onChange;
    private volatile View view;

    /** Is told of each change of an srun's state, after it was published. */
    @FunctionalInterface
    interface HealthListener {
        void changed(RoutedSrun srun, Health now);
    }

    /**
     * One state of everything that routing looks at.
     *
     * @param generation how often the configuration was loaded
     */
    public record View(
            long generation,
            Cluster cluster,
            RoutingTable table,
            BalancingPolicy policy,
            Map<Integer, RoutedSrun> byIndex) {
        /** The srun of a route that this view's table gave. */
        public RoutedSrun srun(Srun routed) {
            return Objects.requireNonNull(byIndex.get(routed.index()));
        }
    }

    Sruns(Cluster cluster, Clock clock, RandomGenerator random, HealthListener onChange) {
        this.clock = clock;
        this.random = random;
        this.onChange = onChange;
        this.view = load(cluster, 1, Map.of());
    }

    public View view() {
        return view;
    }

    /** Keeps the health and the counters of what stays. */
    synchronized View reload(Cluster cluster) {
        view = load(cluster, view.generation() + 1, view.byIndex());
        return view;
    }

    private View load(Cluster cluster, long generation, Map<Integer, RoutedSrun> known) {
        HealthRules rules = HealthRules.of(cluster.router().health());
        Map<Integer, RoutedSrun> byIndex = new LinkedHashMap<>();
        BalancingPolicy policy = BalancingPolicy.named(
                cluster.router().balance(),
                srun -> Objects.requireNonNull(byIndex.get(srun.index()))
                        .counters()
                        .active(),
                random);
        for (Srun srun : cluster.sruns()) {
            RoutedSrun old = known.get(srun.index());
            RoutedSrun routed =
                    old != null && old.isStill(srun) ? old : new RoutedSrun(srun, rules, clock, this::changed);
            routed.rules(rules);
            byIndex.put(srun.index(), routed);
        }
        return new View(generation, cluster, table(cluster, byIndex), policy, Map.copyOf(byIndex));
    }

    private void changed(RoutedSrun srun, Health before, Health after) {
        LOG.log(
                after.state() == HealthState.UP ? Level.INFO : Level.WARNING,
                "router: srun {0} is {1} (was {2}): {3}",
                srun.declared(),
                after.state(),
                before.state(),
                after.reason());
        publish();
        onChange.changed(srun, after);
    }

    private synchronized void publish() {
        View now = view;
        view = new View(
                now.generation(), now.cluster(), table(now.cluster(), now.byIndex()), now.policy(), now.byIndex());
    }

    private static RoutingTable table(Cluster cluster, Map<Integer, RoutedSrun> byIndex) {
        Map<Integer, Integer> preferences = new HashMap<>();
        byIndex.forEach(
                (index, srun) -> preferences.put(index, srun.health().state().preference()));
        return RoutingTable.of(cluster.sruns(), preferences);
    }
}
