package org.ringlet.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.ringlet.form.ByteSink;
import org.ringlet.form.ByteSource;
import org.ringlet.form.RecordForm;
import org.ringlet.session.Application;
import org.ringlet.session.Bytes;
import org.ringlet.session.Entry;
import org.ringlet.session.SessionId;
import org.ringlet.session.SessionKey;
import org.ringlet.session.SessionRecord;
import org.ringlet.session.Stamp;
import org.ringlet.session.Writer;
import org.ringlet.store.UnreadableSessionException;

class SealPropertyTest {
    private static final Seal SEALED = Seal.sealed("the secret of the property tests, 1", List.of());
    private static final Seal UNSEALED = Seal.unsealed();
    private static final SessionKey KEY =
            new Application("prod", "localhost", "", "").key(new SessionId("aaabSession"));

    @Property(tries = 250)
    void whateverIsSealedIsOpenedAsItWas(@ForAll("records") SessionRecord record) {
        assertThat(SEALED.open(KEY, SEALED.seal(KEY, record))).isEqualTo(record);
    }

    @Property(tries = 250)
    void whateverIsCheckedIsOpenedAsItWas(@ForAll("records") SessionRecord record) {
        assertThat(UNSEALED.open(KEY, UNSEALED.seal(KEY, record))).isEqualTo(record);
    }

    @Property(tries = 250)
    void anyIdIsOpenedAsItWas(@ForAll("ids") SessionId id) {
        SessionKey key = KEY.application().key(id);

        assertThat(SEALED.openId(KEY.application(), SEALED.sealId(key))).isEqualTo(id);
        assertThat(UNSEALED.openId(KEY.application(), UNSEALED.sealId(key))).isEqualTo(id);
    }

    @Property(tries = 250)
    void anyOtherBytesAreRefusedAsUnreadable(@ForAll byte[] bytes) {
        assertThatThrownBy(() -> SEALED.open(KEY, bytes)).isInstanceOf(UnreadableSessionException.class);
        assertThatThrownBy(() -> UNSEALED.open(KEY, bytes)).isInstanceOf(UnreadableSessionException.class);
    }

    /** The parser itself, behind the seal: it faces only what we wrote, and shall not trust even that. */
    @Property(tries = 250)
    void malformedRecordsAreRefusedAsUnreadable(
            @ForAll("records") SessionRecord record, @ForAll int at, @ForAll byte value) {
        var form = new ByteSink(64);
        RecordForm.write(record, form);
        byte[] bytes = form.toByteArray();
        bytes[Math.floorMod(at, bytes.length)] = value;

        try {
            RecordForm.read(new ByteSource("record", bytes, 0, bytes.length));
        } catch (UnreadableSessionException e) {
            assertThat(e).hasMessageContaining("record: malformed");
        }
    }

    @Provide
    Arbitrary<SessionRecord> records() {
        return Combinators.combine(
                        Arbitraries.maps(Arbitraries.strings().ofMaxLength(20), entries())
                                .ofMaxSize(12),
                        Arbitraries.longs().map(Instant::ofEpochMilli),
                        stamps())
                .as((Map<String, Entry> entries, Instant access, Stamp floor) ->
                        new SessionRecord(entries, access, floor));
    }

    @Provide
    Arbitrary<SessionId> ids() {
        return Arbitraries.strings()
                .withCharRange('a', 'z')
                .withCharRange('A', 'Z')
                .withCharRange('0', '9')
                .withChars('_', '-')
                .ofMinLength(1)
                .ofMaxLength(128)
                .map(SessionId::new);
    }

    private static Arbitrary<Entry> entries() {
        Arbitrary<Entry> values = Combinators.combine(
                        stamps(), Arbitraries.bytes().array(byte[].class).ofMaxSize(300))
                .as((stamp, bytes) -> new Entry.Value(stamp, Bytes.wrap(bytes)));
        return Arbitraries.oneOf(values, stamps().map(Entry.Removed::new));
    }

    private static Arbitrary<Stamp> stamps() {
        Arbitrary<Writer> writers =
                Combinators.combine(Arbitraries.integers(), Arbitraries.longs()).as(Writer::new);
        return Combinators.combine(Arbitraries.longs(), writers).as(Stamp::new);
    }
}
