package org.ringlet.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The cases of {@code session-id-vectors.txt}. */
class SessionIdVectorsTest {
    @ParameterizedTest
    @MethodSource("vectors")
    void readsTheIdInWhatAClientSent(List<String> vector) {
        Optional<SessionId> id = SessionId.parse(VectorFile.unquoted(vector.get(0)));

        if (vector.get(1).equals("-")) {
            assertThat(id).isEmpty();
        } else {
            assertThat(id).contains(new SessionId(VectorFile.unquoted(vector.get(1))));
            assertThat(id.orElseThrow().owner()).isEqualTo(Integer.parseInt(vector.get(2)));
            assertThat(id.orElseThrow().backup()).isEqualTo(Integer.parseInt(vector.get(3)));
        }
    }

    private static Stream<List<String>> vectors() throws IOException {
        return VectorFile.read(SessionId.class, "session-id-vectors.txt").stream();
    }
}
