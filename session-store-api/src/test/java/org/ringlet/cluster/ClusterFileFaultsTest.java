package org.ringlet.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.ringlet.cluster.ClusterFileException.Fault;

/** The cases of {@code cluster-file-faults.txt}. */
class ClusterFileFaultsTest {
    private static final Map<String, String> SET =
            Map.of("PORT", "8080", "WORD", "abc", "EMPTY", "", "SECRET", "0123456789abcdef0123456789abcdef");

    private record Case(String title, String file, List<String> faults) {
        /** @param text from behind the {@code ###} to before the next */
        static Case of(String text) {
            String[] titleAndRest = text.split("\n", 2);
            String[] fileAndFaults = titleAndRest[1].split("(?m)^---\n", 2);
            return new Case(
                    titleAndRest[0].strip(),
                    fileAndFaults[0],
                    fileAndFaults[1].lines().filter(line -> !line.isBlank()).toList());
        }
    }

    @TestFactory
    Stream<DynamicTest> refuses() throws IOException {
        return cases().map(each -> DynamicTest.dynamicTest(each.title(), () -> assertRefused(each)));
    }

    private static void assertRefused(Case refused) {
        ClusterFileException e = catchThrowableOfType(
                ClusterFileException.class,
                () -> ClusterFile.parse(
                        Path.of("cluster.xml"),
                        refused.file().getBytes(StandardCharsets.UTF_8),
                        name -> Optional.ofNullable(SET.get(name))));

        assertThat(e).as("refusal").isNotNull();
        assertThat(e.faults()).extracting(Fault::toString).containsExactlyElementsOf(refused.faults());
    }

    private static Stream<Case> cases() throws IOException {
        try (InputStream in = ClusterFileFaultsTest.class.getResourceAsStream("cluster-file-faults.txt")) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return Arrays.stream(text.split("(?m)^### ")).skip(1).map(Case::of);
        }
    }
}
