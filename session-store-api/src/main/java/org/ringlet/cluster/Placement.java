package org.ringlet.cluster;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Which sruns a session belongs to: a pure function of its two indices, the declared sruns and their liveness, the same
 * in every router and every JVM. Test vectors are in {@code placement-vectors.txt}. This is the plain form, which makes
 * its lists anew; {@link Ring} gives the same answers at every request.
 */
public final class Placement {
    /** Backups lie within so many ring successors of the owner. */
    static final int SPREAD = 7;

    private Placement() {}

    /**
     * The sruns in the order in which they are asked for a session: owner, backup, then the ring after the owner. An
     * index that is not declared has its place in the ring but is not in the list.
     *
     * @param owner an index, or anything outside 0..4095 for none: then the ring starts at its beginning
     */
    public static List<Srun> preferenceList(int owner, int backup, List<Srun> sruns) {
        List<Srun> ring = ringAfter(owner, sruns);
        List<Srun> preference = new ArrayList<>(ring.size());
        addIfDeclared(preference, owner, sruns);
        if (backup != owner) {
            addIfDeclared(preference, backup, sruns);
        }
        for (Srun srun : ring) {
            if (srun.index() != owner && srun.index() != backup) {
                preference.add(srun);
            }
        }
        return preference;
    }

    /** The first two live sruns of the preference list; fewer if there are no more. */
    public static List<Srun> holders(int owner, int backup, List<Srun> sruns, IntPredicate isLive) {
        return preferenceList(owner, backup, sruns).stream()
                .filter(srun -> isLive.test(srun.index()))
                .limit(2)
                .toList();
    }

    /**
     * Chooses the backup of a new session: any of the owner's next ring successors, at most seven, of another zone than
     * the owner's if there is one among them. The owner itself if it is alone.
     */
    public static int chooseBackup(int owner, List<Srun> sruns, RandomGenerator random) {
        List<Srun> successors = ringAfter(owner, sruns).stream()
                .filter(srun -> srun.index() != owner)
                .limit(SPREAD)
                .toList();
        if (successors.isEmpty()) {
            return owner;
        }
        Srun ownersSrun =
                sruns.stream().filter(srun -> srun.index() == owner).findFirst().orElse(null);
        List<Srun> apart =
                successors.stream().filter(srun -> areApart(ownersSrun, srun)).toList();
        List<Srun> candidates = apart.isEmpty() ? successors : apart;
        return candidates.get(random.nextInt(candidates.size())).index();
    }

    /** The sruns by index, from the first one after {@code index} round to {@code index} itself. */
    private static List<Srun> ringAfter(int index, List<Srun> sruns) {
        List<Srun> byIndex =
                sruns.stream().sorted(Comparator.comparingInt(Srun::index)).toList();
        List<Srun> ring = new ArrayList<>(byIndex.size());
        byIndex.stream().filter(srun -> srun.index() > index).forEach(ring::add);
        byIndex.stream().filter(srun -> srun.index() <= index).forEach(ring::add);
        return ring;
    }

    private static void addIfDeclared(List<Srun> to, int index, List<Srun> sruns) {
        sruns.stream().filter(srun -> srun.index() == index).forEach(to::add);
    }

    /** Whether two sruns are known to be in different zones: one without a zone may be in any. */
    static boolean areApart(@Nullable Srun owner, Srun srun) {
        return owner != null
                && owner.zone().isPresent()
                && srun.zone().isPresent()
                && !owner.zone().equals(srun.zone());
    }
}
