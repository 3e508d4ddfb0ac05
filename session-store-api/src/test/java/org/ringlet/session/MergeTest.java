package org.ringlet.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The cases that the rule of {@link SessionRecord#merge} was chosen by. */
class MergeTest {
    private static final Instant NOW = Instant.ofEpochSecond(1_700_000_000);

    @Test
    void changesOfDifferentAttributesBothStay() {
        SessionRecord a = record(Stamp.ZERO, Map.of("cart", value(1, "01")));
        SessionRecord b = record(Stamp.ZERO, Map.of("user", value(2, "02")));

        assertThat(a.merge(b).entries()).containsOnlyKeys("cart", "user");
    }

    @Test
    void ofTwoChangesOfOneAttributeTheLaterStays() {
        SessionRecord a = record(Stamp.ZERO, Map.of("cart", value(1, "ff")));
        SessionRecord b = record(Stamp.ZERO, Map.of("cart", value(2, "01")));

        assertThat(a.merge(b).value("cart")).contains(Bytes.ofHex("01"));
    }

    @Test
    void aRemovalStaysInSightOfAnOlderValue() {
        SessionRecord a = record(Stamp.ZERO, Map.of("cart", value(1, "ff")));
        SessionRecord b = record(Stamp.ZERO, Map.of("cart", new Entry.Removed(stamp(2))));

        assertThat(a.merge(b).value("cart")).isEmpty();
    }

    @Test
    void aValueUnderTheFloorGoesIfTheRecordWithTheGreaterFloorLacksIt() {
        SessionRecord older = record(Stamp.ZERO, Map.of("cart", value(1, "ff")));
        SessionRecord dropped = record(stamp(2), Map.of());

        assertThat(older.merge(dropped)).isEqualTo(dropped);
    }

    @Test
    void aValueUnderTheFloorStaysIfTheRecordWithTheGreaterFloorHasIt() {
        SessionRecord kept = record(stamp(2), Map.of("cart", value(1, "ff")));

        assertThat(kept.merge(SessionRecord.EMPTY)).isEqualTo(kept);
    }

    /** With "what is under the floor goes if the other side lacks it" these would be two results. */
    @Test
    void aCopyThatHasHeardOfNothingTakesNothingWhateverTheOrder() {
        SessionRecord kept = record(stamp(2), Map.of("cart", value(1, "ff")));
        SessionRecord copy = record(Stamp.ZERO, Map.of("cart", value(1, "ff")));

        assertThat(copy.merge(SessionRecord.EMPTY).merge(kept)).isEqualTo(kept);
        assertThat(copy.merge(SessionRecord.EMPTY.merge(kept))).isEqualTo(kept);
    }

    @Test
    void aMarkerThatTheFloorSpeaksForIsNotKept() {
        SessionRecord a = record(stamp(2), Map.of("cart", new Entry.Removed(stamp(2))));

        assertThat(a).isEqualTo(record(stamp(2), Map.of()));
    }

    @Test
    void equalCopiesAreNotBuiltAnew() {
        SessionRecord a = record(Stamp.ZERO, Map.of("cart", value(1, "ff")));

        assertThat(a.merge(record(Stamp.ZERO, Map.of("cart", value(1, "ff"))))).isSameAs(a);
        assertThat(a.accessed(NOW)).isSameAs(a);
    }

    @Test
    void droppingWhatIsNotThereChangesNothing() {
        SessionRecord a = record(Stamp.ZERO, Map.of("cart", new Entry.Removed(stamp(3))));

        assertThat(a.withoutMarkersUpTo(stamp(2))).isSameAs(a);
    }

    @Test
    void aTimeoutIsReadFromItsEntryOrThereIsNone() {
        assertThat(timeout("00000708")).contains(Duration.ofMinutes(30));
        assertThat(timeout("00000000")).isEmpty();
        assertThat(timeout("ffffffff")).isEmpty();
        assertThat(timeout("0708")).isEmpty();
        assertThat(SessionRecord.EMPTY.timeout()).isEmpty();
    }

    @Test
    void showsNoValues() {
        SessionRecord a = record(Stamp.ZERO, Map.of("password", value(1, "cafebabe")));

        assertThat(a.toString()).contains("password", "4 bytes").doesNotContain("cafebabe");
    }

    private static Optional<Duration> timeout(String hex) {
        return record(Stamp.ZERO, Map.of(Reserved.TIMEOUT, value(1, hex))).timeout();
    }

    private static SessionRecord record(Stamp floor, Map<String, Entry> entries) {
        return new SessionRecord(entries, NOW, floor);
    }

    private static Entry value(long time, String hex) {
        return new Entry.Value(stamp(time), Bytes.ofHex(hex));
    }

    private static Stamp stamp(long time) {
        return new Stamp(time, new Writer(0, 7));
    }
}
