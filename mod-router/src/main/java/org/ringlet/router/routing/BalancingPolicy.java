package org.ringlet.router.routing;

import java.util.List;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;
import org.ringlet.cluster.Srun;
import org.ringlet.store.ConfigurationException;

/** Chooses the srun of a request that has no session yet. Thread-safe. */
@FunctionalInterface
public interface BalancingPolicy {
    /**
     * @param candidates not empty, each of a weight above 0
     */
    Srun choose(List<Srun> candidates);

    /** By turns, as evenly as the weights allow; it starts anywhere. */
    static BalancingPolicy roundRobin(RandomGenerator random) {
        return new SmoothRoundRobin(random);
    }

    /** By lot, as the weights say. */
    static BalancingPolicy random(RandomGenerator random) {
        return new WeightedLot(random);
    }

    /** Where the fewest requests run for its weight; by turns among equals. */
    static BalancingPolicy leastConnections(ToLongFunction<Srun> active, RandomGenerator random) {
        return new LeastConnections(active, roundRobin(random));
    }

    /** The policy that a cluster file calls so. */
    static BalancingPolicy named(String name, ToLongFunction<Srun> active, RandomGenerator random) {
        return switch (name) {
            case "round-robin" -> roundRobin(random);
            case "random" -> random(random);
            case "least-connections" -> leastConnections(active, random);
            default ->
                throw new ConfigurationException("router: balance=\"" + name
                        + "\" is not supported; supported are round-robin, least-connections and random");
        };
    }
}
