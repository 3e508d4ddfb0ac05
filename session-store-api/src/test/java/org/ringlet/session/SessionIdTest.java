package org.ringlet.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SessionIdTest {
    @Test
    void carriesItsOwnerAndBackupAndAtLeast128RandomBits() {
        SessionId id = SessionId.generate(26, 4095, new Random(1));

        assertThat(id.value()).startsWith("aA--").hasSize(26);
        assertThat((id.value().length() - 4) * 6).isGreaterThanOrEqualTo(128);
        assertThat(id.owner()).isEqualTo(26);
        assertThat(id.backup()).isEqualTo(4095);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 4096, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void isNotGeneratedForAnIndexThatItCannotCarry(int index) {
        assertThatThrownBy(() -> SessionId.generate(index, 0, new Random(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not within 0 to 4095");
    }

    @Test
    void showsItsBeginningOnly() {
        SessionId id = new SessionId("aaabSECRETSECRETSECRETSECR");

        assertThat(id).hasToString("aaabSECR…");
    }

    @ParameterizedTest
    @CsvSource({"a, …", "ab, a…", "abcdefghi, abcd…", "abcdefghijklmnop, abcdefgh…"})
    void neverShowsMoreThanHalfOfAnId(String id, String shown) {
        assertThat(new SessionId(id)).hasToString(shown);
    }

    @Test
    void isNotMadeOfWhatIsNoneNorShowsIt() {
        assertThatThrownBy(() -> new SessionId("SECRET\r\nSet-Cookie: x"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("not a session id, of 21 characters; allowed are 1 to 128 of a-z A-Z 0-9 _ -");
    }

    @Test
    void isNotFoundInAHugeText() {
        assertThat(SessionId.parse("a".repeat(1_000_000))).isEmpty();
        assertThat(SessionId.parse("a".repeat(129))).isEmpty();
        assertThat(SessionId.parse("a".repeat(128))).isPresent();
        assertThat(SessionId.parse("aaab." + "x".repeat(1_000_000))).isPresent();
        assertThat(SessionId.parse(".".repeat(1_000_000))).isEmpty();
    }
}
