package org.ringlet.router.routing;

import java.util.List;
import java.util.random.RandomGenerator;
import org.ringlet.cluster.Srun;

/** Draws a candidate with a chance in proportion to its weight. */
final class WeightedLot implements BalancingPolicy {
    private final RandomGenerator random;

    WeightedLot(RandomGenerator random) {
        this.random = random;
    }

    @Override
    public Srun choose(List<Srun> candidates) {
        int total = 0;
        for (Srun srun : candidates) {
            total += srun.weight();
        }
        int ticket = random.nextInt(total);
        for (Srun srun : candidates) {
            ticket -= srun.weight();
            if (ticket < 0) {
                return srun;
            }
        }
        throw new AssertionError("the tickets of " + candidates + " do not add up to " + total);
    }
}
