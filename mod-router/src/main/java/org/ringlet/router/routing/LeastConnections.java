package org.ringlet.router.routing;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.ringlet.cluster.Srun;

/** Chooses among the candidates that serve the fewest requests for their weight. */
final class LeastConnections implements BalancingPolicy {
    private final ToLongFunction<Srun> active;
    private final BalancingPolicy amongEquals;

    LeastConnections(ToLongFunction<Srun> active, BalancingPolicy amongEquals) {
        this.active = active;
        this.amongEquals = amongEquals;
    }

    @Override
    public Srun choose(List<Srun> candidates) {
        List<Srun> least = new ArrayList<>();
        double lowest = Double.MAX_VALUE;
        for (Srun srun : candidates) {
            double load = (double) active.applyAsLong(srun) / srun.weight();
            if (load < lowest) {
                least.clear();
                lowest = load;
            }
            if (load <= lowest) {
                least.add(srun);
            }
        }
        return amongEquals.choose(least);
    }
}
