package org.ringlet.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.ringlet.session.Application;
import org.ringlet.session.Bytes;
import org.ringlet.session.Entry;
import org.ringlet.session.SessionId;
import org.ringlet.session.SessionKey;
import org.ringlet.session.SessionRecord;
import org.ringlet.session.Stamp;
import org.ringlet.session.Writer;
import org.ringlet.store.ConfigurationException;
import org.ringlet.store.UnreadableSessionException;

class SealTest {
    private static final String SECRET = "correct horse battery staple no 1";
    private static final String OTHER_SECRET = "correct horse battery staple no 2";
    private static final Application SHOP = new Application("prod", "localhost", "/shop", "");
    private static final SessionKey KEY = SHOP.key(new SessionId("aaabSessionOfSomebody"));
    private static final SessionRecord RECORD = new SessionRecord(
            Map.of(
                    "cart", new Entry.Value(new Stamp(7L << 16, new Writer(0, 11)), Bytes.wrap(new byte[] {1, 2, 3})),
                    "gone", new Entry.Removed(new Stamp(8L << 16, new Writer(1, 22)))),
            Instant.ofEpochMilli(1_700_000_000_123L),
            Stamp.ZERO);

    private final Seal sealed = Seal.sealed(SECRET, List.of());
    private final Seal unsealed = Seal.unsealed();

    @Test
    void opensWhatItSealed() {
        assertThat(sealed.open(KEY, sealed.seal(KEY, RECORD))).isEqualTo(RECORD);
        assertThat(unsealed.open(KEY, unsealed.seal(KEY, RECORD))).isEqualTo(RECORD);
    }

    @Test
    void neverSealsTheSameRecordToTheSameBytes() {
        assertThat(sealed.seal(KEY, RECORD)).isNotEqualTo(sealed.seal(KEY, RECORD));
    }

    @Test
    void refusesASealedRecordOfWhichAnyByteWasChanged() {
        refusesEveryChangeOfAByte(sealed);
    }

    @Test
    void refusesAnUnsealedRecordOfWhichAnyByteWasChanged() {
        refusesEveryChangeOfAByte(unsealed);
    }

    @Test
    void refusesARecordThatWasCutAnywhere() {
        for (Seal seal : List.of(sealed, unsealed)) {
            byte[] whole = seal.seal(KEY, RECORD);
            for (int length = 0; length < whole.length; length++) {
                byte[] cut = Arrays.copyOf(whole, length);
                assertThatThrownBy(() -> seal.open(KEY, cut))
                        .isInstanceOf(UnreadableSessionException.class)
                        .hasMessageContaining("cut short");
            }
        }
    }

    @Test
    void refusesARecordWithSomethingBehindIt() {
        byte[] whole = sealed.seal(KEY, RECORD);

        assertThatThrownBy(() -> sealed.open(KEY, Arrays.copyOf(whole, whole.length + 1)))
                .isInstanceOf(UnreadableSessionException.class)
                .hasMessageContaining("altered: it has " + (whole.length + 1) + " bytes");
    }

    @Test
    void refusesTheRecordOfAnotherSession() {
        SessionKey other = SHOP.key(new SessionId("aaabSessionOfSomebodyElse"));

        assertThatThrownBy(() -> sealed.open(other, sealed.seal(KEY, RECORD)))
                .isInstanceOf(UnreadableSessionException.class)
                .hasMessageContaining("stored for another session");
        assertThatThrownBy(() -> unsealed.open(other, unsealed.seal(KEY, RECORD)))
                .isInstanceOf(UnreadableSessionException.class)
                .hasMessageContaining("another session's");
    }

    @Test
    void refusesWhatIsSealedWithAnUnknownSecret() {
        Seal other = Seal.sealed(OTHER_SECRET, List.of());

        assertThatThrownBy(() -> other.open(KEY, sealed.seal(KEY, RECORD)))
                .isInstanceOf(UnreadableSessionException.class)
                .hasMessageContaining("previousSecrets");
    }

    @Test
    void opensWithAPreviousSecretAndSealsWithTheCurrentOne() {
        Seal rotated = Seal.sealed(OTHER_SECRET, List.of(SECRET));

        assertThat(rotated.open(KEY, sealed.seal(KEY, RECORD))).isEqualTo(RECORD);
        assertThat(Seal.sealed(OTHER_SECRET, List.of()).open(KEY, rotated.seal(KEY, RECORD)))
                .isEqualTo(RECORD);
    }

    @Test
    void aSealedStoreRefusesWhatIsNotSealed() {
        assertThatThrownBy(() -> sealed.open(KEY, unsealed.seal(KEY, RECORD)))
                .isInstanceOf(UnreadableSessionException.class)
                .hasMessageContaining("unsealed, and this store takes only what is sealed");
    }

    @Test
    void anUnsealedStoreRefusesWhatIsSealed() {
        assertThatThrownBy(() -> unsealed.open(KEY, sealed.seal(KEY, RECORD)))
                .isInstanceOf(UnreadableSessionException.class)
                .hasMessageContaining("sealed, and this store takes only what is unsealed");
    }

    @Test
    void saysThatBytesAreNotOurs() {
        byte[] foreign = "<html>not a session at all</html>".getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> sealed.open(KEY, foreign))
                .isInstanceOf(UnreadableSessionException.class)
                .hasMessageContaining("not ours");
    }

    @Test
    void saysThatAFormatIsOfTheFuture() {
        byte[] future = sealed.seal(KEY, RECORD);
        future[4] = 2;

        assertThatThrownBy(() -> sealed.open(KEY, future))
                .isInstanceOf(UnreadableSessionException.class)
                .hasMessageContaining("of format 2")
                .hasMessageContaining("reads only format 1");
    }

    @Test
    void refusesAShortSecretWithoutShowingIt() {
        assertThatThrownBy(() -> Seal.sealed("hunter2", List.of()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("secret has 7 characters")
                .hasMessageNotContaining("hunter2");
        assertThatThrownBy(() -> Seal.sealed(SECRET, List.of("hunter2")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("previousSecrets has 7 characters");
    }

    @Test
    void hidesWhatItSeals() {
        String stored = new String(sealed.seal(KEY, RECORD), StandardCharsets.ISO_8859_1);

        assertThat(stored).doesNotContain("cart").doesNotContain(KEY.id().value());
    }

    @Test
    void namesNoClassOfOurs() {
        String stored = new String(unsealed.seal(KEY, RECORD), StandardCharsets.ISO_8859_1);

        assertThat(stored).doesNotContain("org.ringlet").doesNotContain("org/ringlet");
    }

    @Test
    void sealsAnIdForItsApplicationOnly() {
        byte[] id = sealed.sealId(KEY);

        assertThat(sealed.openId(SHOP, id)).isEqualTo(KEY.id());
        assertThat(new String(id, StandardCharsets.ISO_8859_1))
                .doesNotContain(KEY.id().value());
        assertThatThrownBy(() -> sealed.openId(new Application("prod2", "localhost", "/shop", ""), id))
                .isInstanceOf(UnreadableSessionException.class);
    }

    @Test
    void refusesASealedIdOfWhichAnyByteWasChanged() {
        byte[] id = sealed.sealId(KEY);
        for (int i = 0; i < id.length; i++) {
            byte[] altered = id.clone();
            altered[i] ^= 0x10;
            assertThatThrownBy(() -> sealed.openId(SHOP, altered)).isInstanceOf(UnreadableSessionException.class);
        }
    }

    @Test
    void keepsIdsUnsealedWithoutASecret() {
        assertThat(unsealed.openId(SHOP, unsealed.sealId(KEY))).isEqualTo(KEY.id());
        assertThatThrownBy(() -> unsealed.openId(SHOP, sealed.sealId(KEY)))
                .isInstanceOf(UnreadableSessionException.class);
    }

    private static void refusesEveryChangeOfAByte(Seal seal) {
        byte[] whole = seal.seal(KEY, RECORD);
        for (int i = 0; i < whole.length; i++) {
            for (int bit : new int[] {0x01, 0x80}) {
                byte[] altered = whole.clone();
                altered[i] ^= (byte) bit;
                assertThatThrownBy(() -> seal.open(KEY, altered))
                        .as("byte %s", i)
                        .isInstanceOf(UnreadableSessionException.class);
            }
        }
    }
}
