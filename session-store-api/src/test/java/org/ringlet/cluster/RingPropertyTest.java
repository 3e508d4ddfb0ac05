package org.ringlet.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.function.IntPredicate;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** {@link Ring} is quick and {@link Placement} is plain: they must agree. */
class RingPropertyTest {
    @Property
    void findsTheHoldersThatPlacementFinds(
            @ForAll("sruns") List<Srun> sruns,
            @ForAll("indices") int owner,
            @ForAll("indices") int backup,
            @ForAll("live") Set<Integer> live) {
        Ring ring = Ring.of(sruns);

        List<Srun> holders = new ArrayList<>();
        Optional.ofNullable(ring.firstLive(owner, backup, live::contains)).ifPresent(holders::add);
        Optional.ofNullable(ring.secondLive(owner, backup, live::contains)).ifPresent(holders::add);

        assertThat(holders).isEqualTo(Placement.holders(owner, backup, sruns, live::contains));
    }

    @Property
    void goesThroughThePreferenceListAsSrunsAreTried(
            @ForAll("sruns") List<Srun> sruns, @ForAll("indices") int owner, @ForAll("indices") int backup) {
        Ring ring = Ring.of(sruns);

        List<Srun> tried = new ArrayList<>();
        IntPredicate untried = index -> tried.stream().noneMatch(srun -> srun.index() == index);
        for (Srun next = ring.firstLive(owner, backup, untried);
                next != null;
                next = ring.firstLive(owner, backup, untried)) {
            tried.add(next);
        }

        assertThat(tried).isEqualTo(Placement.preferenceList(owner, backup, sruns));
    }

    @Property
    void choosesTheBackupThatPlacementChooses(
            @ForAll("sruns") List<Srun> sruns, @ForAll("indices") int owner, @ForAll long seed) {
        assertThat(Ring.of(sruns).chooseBackup(owner, new Random(seed)))
                .isEqualTo(Placement.chooseBackup(owner, sruns, new Random(seed)));
    }

    @Property
    void thePreferenceListHasEachSrunOnceWhateverTheOrderOfTheFile(
            @ForAll("sruns") List<Srun> sruns,
            @ForAll("indices") int owner,
            @ForAll("indices") int backup,
            @ForAll Random random) {
        List<Srun> reordered = new ArrayList<>(sruns);
        Collections.shuffle(reordered, random);

        List<Srun> preference = Placement.preferenceList(owner, backup, sruns);

        assertThat(preference).containsExactlyInAnyOrderElementsOf(sruns);
        assertThat(Placement.preferenceList(owner, backup, reordered)).isEqualTo(preference);
    }

    @Property
    void removingAnSrunMovesNoOther(
            @ForAll("sruns") List<Srun> sruns,
            @ForAll("indices") int owner,
            @ForAll("indices") int backup,
            @ForAll("indices") int removed) {
        List<Srun> fewer =
                sruns.stream().filter(srun -> srun.index() != removed).toList();

        List<Srun> preference = new ArrayList<>(Placement.preferenceList(owner, backup, sruns));
        preference.removeIf(srun -> srun.index() == removed);

        assertThat(Placement.preferenceList(owner, backup, fewer)).isEqualTo(preference);
    }

    @Property
    void aRemovedSrunsSuccessorIsTheNextOfTheRing(@ForAll("sruns") List<Srun> sruns, @ForAll("indices") int index) {
        Srun successor = Ring.of(sruns).successor(index);

        if (index < 0 || index > 4095 || sruns.isEmpty()) {
            assertThat(successor).isNull();
        } else {
            assertThat(successor)
                    .isEqualTo(Placement.preferenceList(index, index, sruns).get(0));
        }
    }

    @Provide
    Arbitrary<Integer> indices() {
        return Arbitraries.oneOf(
                Arbitraries.integers().between(-1, 14),
                Arbitraries.of(4094, 4095, 4096, Integer.MIN_VALUE, Integer.MAX_VALUE));
    }

    @Provide
    Arbitrary<Set<Integer>> live() {
        return indices().set();
    }

    @Provide
    Arbitrary<List<Srun>> sruns() {
        Arbitrary<Integer> indices =
                Arbitraries.oneOf(Arbitraries.integers().between(0, 13), Arbitraries.of(4094, 4095));
        Arbitrary<Optional<String>> zones = Arbitraries.of("z1", "z2").optional(0.7);
        return Combinators.combine(indices, zones)
                .as(RingPropertyTest::srun)
                .list()
                .ofMaxSize(12)
                .uniqueElements(Srun::index);
    }

    private static Srun srun(int index, Optional<String> zone) {
        return new Srun(index, "s" + index, "h" + index, 8080, OptionalInt.empty(), 100, zone, Optional.empty(), false);
    }
}
