package org.ringlet.store.ring;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.ringlet.cluster.Ring;
import org.ringlet.cluster.Srun;
import org.ringlet.session.SessionId;

/**
 * Which of the declared sruns one srun sees alive, itself among them, and so who holds which session. Immutable.
 *
 * <p>Two sruns with equal {@link #id} agree on the holders of every session.
 */
final class View {
    /** Stands for no srun. */
    static final int NOBODY = -1;

    private final Ring ring;
    private final BitSet live;
    private final long id;

    private View(Ring ring, BitSet live) {
        this.ring = ring;
        this.live = live;
        this.id = digest(live);
    }

    /** @param live indices of sruns; those that are not declared don't count */
    static View of(Ring ring, BitSet live) {
        BitSet declared = new BitSet();
        ring.sruns().forEach(srun -> declared.set(srun.index()));
        declared.and(live);
        return new View(ring, declared);
    }

    /** The same for the same sruns alive, on whom alone it depends who holds what; FNV-1a over their indices. */
    long id() {
        return id;
    }

    /** How many are alive. */
    int size() {
        return live.cardinality();
    }

    boolean isLive(int srun) {
        return live.get(srun);
    }

    /** Who decides about a session; {@link #NOBODY} if nobody lives. */
    int first(SessionId session) {
        return index(ring.firstLive(session.owner(), session.backup(), live::get));
    }

    /** Who has the second copy; {@link #NOBODY} if fewer than two live. */
    int second(SessionId session) {
        return index(ring.secondLive(session.owner(), session.backup(), live::get));
    }

    boolean holds(int srun, SessionId session) {
        return first(session) == srun || second(session) == srun;
    }

    /** The holder beside an srun, or the first one if it does not hold the session; {@link #NOBODY} if there is none. */
    int other(int srun, SessionId session) {
        int first = first(session);
        return first == srun ? second(session) : first;
    }

    private static int index(@Nullable Srun srun) {
        return srun == null ? NOBODY : srun.index();
    }

    private static long digest(BitSet live) {
        long hash = 0xcbf29ce484222325L;
        for (int srun = live.nextSetBit(0); srun >= 0; srun = live.nextSetBit(srun + 1)) {
            hash = (hash ^ (srun + 1)) * 0x100000001b3L;
        }
        return hash;
    }

    @Override
    public String toString() {
        return "up: " + live;
    }
}
