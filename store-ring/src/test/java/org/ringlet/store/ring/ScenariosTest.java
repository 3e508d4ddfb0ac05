package org.ringlet.store.ring;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What each fault does, told as texts: they are beside this test, in {@code scenarios}. */
class ScenariosTest {
    private static final int SEEDS = 10;

    static List<Scenario> scenarios() throws IOException, URISyntaxException {
        Path directory = Path.of(Objects.requireNonNull(ScenariosTest.class.getResource("scenarios"))
                .toURI());
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> Scenario.read(file.getFileName().toString()))
                    .sorted(Comparator.comparing(Scenario::file))
                    .toList();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("scenarios")
    void goesAsItIsTold(Scenario scenario) {
        LongStream.rangeClosed(1, SEEDS).forEach(scenario::play);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            three sruns                     | x.txt:1: three sruns | a scenario begins with how many sruns there are
            3 sruns;dance                   | x.txt:2: dance       | there is no such verb
            3 sruns;;kill d                 | x.txt:3: kill d      | there is no srun d
            3 sruns;# a dies;kill a;a: end s1 | x.txt:4: a: end s1 | it does not run
            3 sruns;a: end s1               | x.txt:2: a: end s1   | no session s1
            3 sruns;s1 of a and b;a: eat s1 | x.txt:3: a: eat s1   | requests don't eat
            3 sruns;s1 of a and b;a: read s1 | x.txt:3: a: read s1 | nothing is expected
            3 sruns;wait long               | x.txt:2: wait long   | long
            3 sruns;s1 of a and b;a: read s1 -> x=1 | x.txt:3: a: read s1 -> x=1 | it is: missing
            3 sruns;cut a b;wait until quiet | x.txt:3: wait until quiet | not quiet within 60 s
            """)
    void aLineThatIsWrongIsNamed(String text, String where, String why) {
        Scenario scenario = Scenario.of("x.txt", text.replace(';', '\n'));

        assertThatThrownBy(() -> scenario.play(1))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith(where + "\n")
                .hasMessageContaining(why);
    }
}
