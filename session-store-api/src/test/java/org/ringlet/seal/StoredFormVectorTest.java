package org.ringlet.seal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
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

/** What was stored by an earlier version stays readable. */
class StoredFormVectorTest {
    private static final Seal SEALED = Seal.sealed("the secret of the test vectors, no. 1", List.of());
    private static final Application SHOP = new Application("prod", "localhost", "/shop", "7");
    private static final SessionKey KEY = SHOP.key(new SessionId("aaabVector0123456789_-"));
    private static final Writer FIRST = new Writer(0, 0x0123456789abcdefL);
    private static final Writer LAST = new Writer(4095, -1L);
    private static final SessionRecord RECORD = new SessionRecord(
            Map.of(
                    "cart", new Entry.Value(stamp(1_700_000_000_000L, 3, FIRST), Bytes.ofHex("010203")),
                    "empty", new Entry.Value(stamp(1_700_000_000_001L, 0, LAST), Bytes.EMPTY),
                    "gone", new Entry.Removed(stamp(1_700_000_000_002L, 0, LAST)),
                    "name \u9375", new Entry.Value(stamp(1_700_000_000_000L, 4, FIRST), Bytes.ofHex("76616c7565"))),
            Instant.ofEpochMilli(1_700_000_000_123L),
            stamp(1_600_000_000_000L, 0, FIRST));

    @Test
    void opensASealedRecordOfFormat1() {
        assertThat(SEALED.open(KEY, vector("sealed"))).isEqualTo(RECORD);
    }

    @Test
    void opensAnUnsealedRecordOfFormat1() {
        assertThat(Seal.unsealed().open(KEY, vector("unsealed"))).isEqualTo(RECORD);
    }

    @Test
    void opensASealedIdOfFormat1() {
        assertThat(SEALED.openId(SHOP, vector("sealed-id"))).isEqualTo(KEY.id());
    }

    @Test
    void opensAnUnsealedIdOfFormat1() {
        assertThat(Seal.unsealed().openId(SHOP, vector("unsealed-id"))).isEqualTo(KEY.id());
    }

    private static Stamp stamp(long millis, int counter, Writer writer) {
        return new Stamp(millis << 16 | counter, writer);
    }

    private static byte[] vector(String name) {
        return text().lines()
                .filter(line -> line.startsWith(name + " "))
                .map(line -> HexFormat.of().parseHex(line.substring(name.length() + 1)))
                .findFirst()
                .orElseThrow();
    }

    private static String text() {
        try (InputStream in = StoredFormVectorTest.class.getResourceAsStream("stored-form-vectors.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
