package org.ringlet.store.ring;

import java.time.Duration;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ringlet.session.SessionKey;

/**
 * Goes through the replicas, some at each heartbeat so that nobody waits for it: forgets the traces of sessions that ended
 * long ago, ends those of applications that are gone, leaves to the file what sits idle, and finds copies that this srun
 * need not have. Confined to the loop.
 */
final class Housekeeping {
    private static final int AT_ONCE = 10_000;

    /** How long after its timeout a session is ended without events: nobody runs its application any more. */
    private static final Duration ABANDONED = Duration.ofHours(1);

    /** Longer than a user takes from one click to the next. */
    private static final Duration IDLE = Duration.ofSeconds(10);

    private final int self;
    private final Duration tombstoneLife;
    private final Loop loop;
    private final Membership membership;
    private final Replicas replicas;
    private final Repair repair;
    private final RingFigures figures;
    private final Sessions sessions;
    private final Set<Integer> holdersOfSurplus = new HashSet<>();
    private @Nullable Iterator<Map.Entry<SessionKey, Replica>> round;
    private long nextRound;
    private long onOneSrun;

    Housekeeping(RingNode.Identity identity, Replication.Parts parts, Repair repair, Sessions sessions) {
        this.sessions = sessions;
        this.self = identity.self();
        this.tombstoneLife = identity.tombstoneLife();
        this.loop = parts.loop();
        this.membership = parts.membership();
        this.replicas = parts.replicas();
        this.figures = parts.figures();
        this.repair = repair;
        this.nextRound = loop.nanoTime();
    }

    /** @param pause from the end of a round to the next */
    void goOn(Duration pause) {
        if (round == null && loop.nanoTime() - nextRound < 0) {
            return;
        }
        Iterator<Map.Entry<SessionKey, Replica>> rest = round == null ? replicas.iterator() : round;
        for (int i = 0; i < AT_ONCE && rest.hasNext(); i++) {
            Map.Entry<SessionKey, Replica> next = rest.next();
            lookAt(next.getKey(), next.getValue());
        }
        round = rest.hasNext() ? rest : null;
        if (round == null) {
            nextRound = loop.nanoTime() + pause.toNanos();
            repair.rest();
            repair.offerAgain(Set.copyOf(holdersOfSurplus));
            holdersOfSurplus.clear();
            figures.onOneSrun(onOneSrun);
            onOneSrun = 0;
        }
    }

    /** Whether even those who run its application would have ended it by now. */
    private boolean isAbandoned(Replica.Live live) {
        return live.timeout()
                .filter(timeout -> replicas.idle(live).compareTo(timeout.plus(ABANDONED)) > 0)
                .isPresent();
    }

    private boolean isElsewhere(View view, SessionKey key) {
        int other = view.other(self, key.id());
        return other != View.NOBODY && repair.isComplete(other);
    }

    private void lookAt(SessionKey key, Replica replica) {
        View view = membership.view();
        if (replica instanceof Replica.Live && !isElsewhere(view, key)) {
            onOneSrun++;
        }
        if (replica instanceof Replica.Ended ended && loop.nanoTime() - ended.since() > tombstoneLife.toNanos()) {
            replicas.forget(key, replica);
        } else if (!view.holds(self, key.id())) {
            holdersOfSurplus.add(view.first(key.id()));
            holdersOfSurplus.add(view.second(key.id()));
        } else if (replica instanceof Replica.Live live && view.first(key.id()) == self && isAbandoned(live)) {
            sessions.endAbandoned(key, ABANDONED);
        } else if (replica instanceof Replica.Alive alive
                && replicas.idle(alive).compareTo(IDLE) > 0) {
            replicas.shelve(key, alive);
        }
    }
}
