package org.ringlet.store.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.ringlet.session.Bytes;
import org.ringlet.session.Entry;
import org.ringlet.session.SessionDelta;
import org.ringlet.session.SessionRecord;
import org.ringlet.session.Stamp;
import org.ringlet.session.Writer;

class PatchTest {
    private static final Writer WRITER = new Writer(1, 2);

    @Test
    void makesWhatTheDeltaMakesOfAnyValue() {
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            byte[] before = bytes(random, random.nextInt(200));
            byte[] after = changed(random, before);
            SessionRecord record = record(before);
            SessionDelta delta = delta(record, after);

            assertThat(Patch.of(record, delta).on(record)).isEqualTo(delta);
        }
    }

    @Test
    void tellsOnlyWhereAValueDiffers() {
        byte[] before = new byte[5000];
        byte[] after = before.clone();
        after[17] = 1;
        Piece piece = Piece.of(value(1, before), value(2, after));

        assertThat(piece).isInstanceOfSatisfying(Piece.Part.class, part -> assertThat(
                        part.middle().size())
                .isEqualTo(1));
    }

    @Test
    void whatSharesLittleIsToldWhole() {
        assertThat(Piece.of(value(1, new byte[5]), value(2, new byte[6]))).isInstanceOf(Piece.Whole.class);
        assertThat(Piece.of(new Entry.Removed(stamp(1)), value(2, new byte[600])))
                .isInstanceOf(Piece.Whole.class);
        assertThat(Piece.of(null, value(2, new byte[600]))).isInstanceOf(Piece.Whole.class);
    }

    @Test
    void aCopyThatIsNotTheBaseNeedsTheRecord() {
        SessionRecord record = record(new byte[100]);
        Patch patch = Patch.of(record, delta(record, new byte[101]));
        SessionRecord other = record.apply(
                new SessionDelta(record.revision(), Map.of("other", value(9, new byte[1])), Instant.EPOCH));

        assertThat(patch.on(other)).isNull();
    }

    @Test
    void aCopyWithOtherBytesUnderTheSameStampIsNotTakenForTheBase() {
        SessionRecord record = record(new byte[100]);
        byte[] others = new byte[100];
        others[3] = 1;
        Patch patch = Patch.of(record, delta(record, new byte[101]));

        assertThat(record(others).revision()).isEqualTo(record.revision());
        assertThat(patch.on(record(others))).isNull();
        assertThat(patch.on(record(new byte[2]))).isNull();
    }

    private static byte[] bytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** A run of bytes is replaced by another, which may be longer or shorter, or is nothing. */
    private static byte[] changed(Random random, byte[] before) {
        int from = random.nextInt(before.length + 1);
        int to = from + random.nextInt(before.length - from + 1);
        byte[] middle = bytes(random, random.nextInt(20));
        byte[] after = Arrays.copyOf(before, from + middle.length + before.length - to);
        System.arraycopy(middle, 0, after, from, middle.length);
        System.arraycopy(before, to, after, from + middle.length, before.length - to);
        return after;
    }

    private static SessionRecord record(byte[] value) {
        return new SessionRecord(Map.of("cart", value(1, value)), Instant.EPOCH, Stamp.ZERO);
    }

    private static SessionDelta delta(SessionRecord base, byte[] value) {
        return new SessionDelta(base.revision(), Map.of("cart", value(2, value)), Instant.ofEpochMilli(5));
    }

    private static Entry value(long time, byte[] value) {
        return new Entry.Value(stamp(time), Bytes.wrap(value));
    }

    private static Stamp stamp(long time) {
        return new Stamp(time, WRITER);
    }
}
