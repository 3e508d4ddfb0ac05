package org.ringlet.cluster;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.ringlet.session.SessionId;

/**
 * The sruns of one cluster in ring order, prepared for what is asked at every request: the answers are those of {@link
 * Placement}, without a list being made. Built once a cluster file's version. Immutable.
 */
public final class Ring {
    private static final int NOBODY = -1;

    private final List<Srun> sruns;
    /** By position in the ring. */
    private final int[] indices;

    private Ring(List<Srun> sruns) {
        this.sruns = sruns;
        this.indices = sruns.stream().mapToInt(Srun::index).toArray();
    }

    public static Ring of(List<Srun> sruns) {
        return new Ring(
                sruns.stream().sorted(Comparator.comparingInt(Srun::index)).toList());
    }

    /** By ascending index. */
    public List<Srun> sruns() {
        return sruns;
    }

    /** The srun of an index; null if none is declared with it. */
    public @Nullable Srun srun(int index) {
        return at(position(index));
    }

    /**
     * The srun of an index, or if it was removed the one that follows in the ring. Null if the index is out of range:
     * whoever made it up, it makes nothing sticky; null, too, if there are no sruns.
     */
    public @Nullable Srun successor(int index) {
        if (sruns.isEmpty() || index < 0 || index > SessionId.MAX_INDEX) {
            return null;
        }
        return sruns.get(atOrAfter(index) % indices.length);
    }

    /**
     * The first live srun of the preference list of a session; null if none lives. With the sruns that were tried
     * already left out of {@code isLive} it is the next one to try.
     *
     * @param owner an index, or anything outside 0..4095 for none
     * @param isLive is asked about indices, in the order of the preference list
     */
    public @Nullable Srun firstLive(int owner, int backup, IntPredicate isLive) {
        return at(firstLivePosition(owner, backup, isLive, NOBODY));
    }

    /** The second holder of a session: the second live srun of its preference list; null if there is none. */
    public @Nullable Srun secondLive(int owner, int backup, IntPredicate isLive) {
        int first = firstLivePosition(owner, backup, isLive, NOBODY);
        return first == NOBODY ? null : at(firstLivePosition(owner, backup, isLive, first));
    }

    /** As {@link Placement#chooseBackup}. */
    public int chooseBackup(int owner, RandomGenerator random) {
        int start = indices.length == 0 ? 0 : after(owner);
        int others = indices.length - (position(owner) == NOBODY ? 0 : 1);
        int candidates = Math.min(others, Placement.SPREAD);
        if (candidates == 0) {
            return owner;
        }
        Srun ownersSrun = srun(owner);
        int apart = 0;
        for (int i = 0; i < candidates; i++) {
            apart += Placement.areApart(ownersSrun, inRing(start, i)) ? 1 : 0;
        }
        int chosen = random.nextInt(apart == 0 ? candidates : apart);
        for (int i = 0; ; i++) {
            Srun srun = inRing(start, i);
            if ((apart == 0 || Placement.areApart(ownersSrun, srun)) && chosen-- == 0) {
                return srun.index();
            }
        }
    }

    private int firstLivePosition(int owner, int backup, IntPredicate isLive, int except) {
        int ownerAt = position(owner);
        if (isCandidate(ownerAt, except, isLive)) {
            return ownerAt;
        }
        int backupAt = position(backup);
        if (backupAt != ownerAt && isCandidate(backupAt, except, isLive)) {
            return backupAt;
        }
        int start = after(owner);
        for (int i = 0; i < indices.length; i++) {
            int at = (start + i) % indices.length;
            if (at != ownerAt && at != backupAt && isCandidate(at, except, isLive)) {
                return at;
            }
        }
        return NOBODY;
    }

    private boolean isCandidate(int at, int except, IntPredicate isLive) {
        return at != NOBODY && at != except && isLive.test(indices[at]);
    }

    private @Nullable Srun at(int position) {
        return position == NOBODY ? null : sruns.get(position);
    }

    private Srun inRing(int start, int steps) {
        return sruns.get((start + steps) % indices.length);
    }

    private int position(int index) {
        int at = Arrays.binarySearch(indices, index);
        return at < 0 ? NOBODY : at;
    }

    private int after(int index) {
        return index == Integer.MAX_VALUE ? indices.length : atOrAfter(index + 1);
    }

    /** The first position whose index is not less; behind the last if there is none. */
    private int atOrAfter(int index) {
        int at = Arrays.binarySearch(indices, index);
        return at < 0 ? -at - 1 : at;
    }

    @Override
    public String toString() {
        return "ring of " + sruns;
    }
}
