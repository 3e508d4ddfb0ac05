package org.ringlet.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ringlet.session.VectorFile;

/** The cases of {@code placement-vectors.txt}. */
class PlacementVectorsTest {
    @ParameterizedTest
    @MethodSource("holders")
    void findsThePreferenceListAndTheHolders(List<String> vector) {
        List<Srun> sruns = sruns(vector.get(1));
        Set<Integer> live = new TreeSet<>(indices(vector.get(2)));
        int owner = Integer.parseInt(vector.get(3));
        int backup = Integer.parseInt(vector.get(4));

        assertThat(Placement.preferenceList(owner, backup, sruns))
                .extracting(Srun::index)
                .isEqualTo(indices(vector.get(5)));
        assertThat(Placement.holders(owner, backup, sruns, live::contains))
                .extracting(Srun::index)
                .isEqualTo(indices(vector.get(6)));
    }

    @ParameterizedTest
    @MethodSource("backups")
    void choosesEachPossibleBackupAndNoOther(List<String> vector) {
        List<Srun> sruns = sruns(vector.get(1));
        int owner = Integer.parseInt(vector.get(2));

        Set<Integer> chosen = new TreeSet<>();
        var random = new Random(1);
        for (int i = 0; i < 500; i++) {
            chosen.add(Placement.chooseBackup(owner, sruns, random));
        }

        assertThat(chosen).containsExactlyInAnyOrderElementsOf(indices(vector.get(3)));
    }

    private static Stream<List<String>> holders() throws IOException {
        return vectors("holders");
    }

    private static Stream<List<String>> backups() throws IOException {
        return vectors("backups");
    }

    private static Stream<List<String>> vectors(String kind) throws IOException {
        return VectorFile.read(Placement.class, "placement-vectors.txt").stream()
                .filter(vector -> vector.get(0).equals(kind));
    }

    private static List<Integer> indices(String field) {
        return words(field).map(Integer::valueOf).toList();
    }

    private static List<Srun> sruns(String field) {
        return words(field).map(PlacementVectorsTest::srun).toList();
    }

    private static Srun srun(String word) {
        String[] indexAndZone = word.split("/", 2);
        return new Srun(
                Integer.parseInt(indexAndZone[0]),
                "s" + indexAndZone[0],
                "h" + indexAndZone[0],
                8080,
                OptionalInt.empty(),
                100,
                indexAndZone.length == 1 ? Optional.empty() : Optional.of(indexAndZone[1]),
                Optional.empty(),
                false);
    }

    private static Stream<String> words(String field) {
        return field.equals("-") ? Stream.empty() : Arrays.stream(field.split(" ", -1));
    }
}
