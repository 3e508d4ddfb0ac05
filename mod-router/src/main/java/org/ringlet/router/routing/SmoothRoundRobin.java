package org.ringlet.router.routing;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.ringlet.cluster.Srun;

/**
 * Smooth weighted round robin: each turn every candidate earns its weight, the richest is chosen and pays what all
 * earned together. With equal weights that is plain round robin; with unequal ones the turns of a heavy srun are spread
 * out. Because a candidate's account is its own, the neighbour of a dead srun gets no more than anybody else.
 *
 * <p>Exact across all event loops: one short lock, around arithmetic only.
 */
final class SmoothRoundRobin implements BalancingPolicy {
    private final RandomGenerator random;

    @GuardedBy("this")
    private final Map<Integer, Account> accounts = new HashMap<>();

    /** What an srun has earned and not yet spent. */
    private static final class Account {
        long balance;
    }

    SmoothRoundRobin(RandomGenerator random) {
        this.random = random;
    }

    @Override
    public synchronized Srun choose(List<Srun> candidates) {
        if (accounts.isEmpty()) {
            startAnywhere(candidates);
        }
        return turn(candidates);
    }

    /** Or else the first request after each start of a router would go to the same srun. */
    private synchronized void startAnywhere(List<Srun> candidates) {
        for (int turns = random.nextInt(candidates.size()); turns > 0; turns--) {
            turn(candidates);
        }
    }

    private synchronized Srun turn(List<Srun> candidates) {
        Srun richest = candidates.get(0);
        Account account = account(richest);
        account.balance += richest.weight();
        long earned = richest.weight();
        for (int i = 1; i < candidates.size(); i++) {
            Srun srun = candidates.get(i);
            Account other = account(srun);
            other.balance += srun.weight();
            earned += srun.weight();
            if (other.balance > account.balance) {
                richest = srun;
                account = other;
            }
        }
        account.balance -= earned;
        return richest;
    }

    private synchronized Account account(Srun srun) {
        return accounts.computeIfAbsent(srun.index(), index -> new Account());
    }
}
