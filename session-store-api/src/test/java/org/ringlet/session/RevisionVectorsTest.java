package org.ringlet.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The cases of {@code revision-vectors.txt}. */
class RevisionVectorsTest {
    @ParameterizedTest
    @MethodSource("vectors")
    void isTheSumOverEntriesAndFloor(List<String> vector) {
        Map<String, Entry> entries = new HashMap<>();
        Stamp floor = Stamp.ZERO;
        for (String part : vector.subList(1, vector.size())) {
            String[] words = part.split(" ", 5);
            Stamp stamp = stamp(words);
            switch (words[0]) {
                case "floor" -> floor = stamp;
                case "value" -> entries.put(VectorFile.unquoted(words[4]), new Entry.Value(stamp, Bytes.EMPTY));
                case "removed" -> entries.put(VectorFile.unquoted(words[4]), new Entry.Removed(stamp));
                default -> throw new IllegalArgumentException(part);
            }
        }

        assertThat(new SessionRecord(entries, Instant.EPOCH, floor).revision())
                .isEqualTo(Long.parseUnsignedLong(vector.get(0), 16));
    }

    private static Stamp stamp(String[] words) {
        return new Stamp(
                Long.parseUnsignedLong(words[1], 16),
                new Writer(Integer.parseInt(words[2]), Long.parseUnsignedLong(words[3], 16)));
    }

    private static Stream<List<String>> vectors() throws IOException {
        return VectorFile.read(Revision.class, "revision-vectors.txt").stream();
    }
}
