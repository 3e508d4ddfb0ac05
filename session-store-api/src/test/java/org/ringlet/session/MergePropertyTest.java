package org.ringlet.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;

@Domain(DomainContext.Global.class)
@Domain(Records.class)
class MergePropertyTest {
    @Property
    void isCommutative(@ForAll SessionRecord a, @ForAll SessionRecord b) {
        assertThat(a.merge(b)).isEqualTo(b.merge(a));
    }

    @Property(tries = 5000)
    void isAssociative(@ForAll SessionRecord a, @ForAll SessionRecord b, @ForAll SessionRecord c) {
        assertThat(a.merge(b).merge(c)).isEqualTo(a.merge(b.merge(c)));
    }

    @Property
    void isIdempotent(@ForAll SessionRecord a, @ForAll SessionRecord b) {
        assertThat(a.merge(a)).isEqualTo(a);
        assertThat(a.merge(b).merge(b)).isEqualTo(a.merge(b));
    }

    @Property
    void anEmptyRecordAddsAndTakesNothing(@ForAll SessionRecord a) {
        assertThat(a.merge(SessionRecord.EMPTY)).isEqualTo(a);
    }

    @Property
    void theOrderInWhichCopiesAndDeltasArriveDoesNotMatter(
            @ForAll @Size(max = 5) List<SessionRecord> copies,
            @ForAll @Size(max = 5) List<SessionDelta> deltas,
            @ForAll Random random) {
        List<Object> arriving = new ArrayList<>(copies);
        arriving.addAll(deltas);
        SessionRecord inOrder = met(arriving);
        Collections.shuffle(arriving, random);

        assertThat(met(arriving)).isEqualTo(inOrder);
    }

    @Property
    void applyingADeltaIsMergingWhatItHas(@ForAll SessionRecord a, @ForAll SessionDelta delta) {
        assertThat(a.apply(delta))
                .isEqualTo(a.merge(new SessionRecord(delta.changes(), delta.lastAccess(), Stamp.ZERO)));
    }

    @Property
    void ofTwoEntriesAboveBothFloorsTheLaterStays(@ForAll SessionRecord a, @ForAll SessionRecord b) {
        SessionRecord merged = a.merge(b);

        merged.entries().forEach((name, entry) -> {
            for (SessionRecord copy : List.of(a, b)) {
                Entry other = copy.entries().get(name);
                if (other != null && other.stamp().isAfter(merged.floor())) {
                    assertThat(Entry.later(entry, other)).isEqualTo(entry);
                }
            }
        });
    }

    @Property
    void nothingWrittenAfterTheFloorIsLost(@ForAll SessionRecord a, @ForAll SessionRecord b) {
        SessionRecord merged = a.merge(b);

        a.entries().forEach((name, entry) -> {
            if (entry.stamp().isAfter(merged.floor())) {
                assertThat(merged.entries()).containsKey(name);
            }
        });
    }

    @Property
    void theMergedFloorAndAccessAreTheGreater(@ForAll SessionRecord a, @ForAll SessionRecord b) {
        SessionRecord merged = a.merge(b);

        assertThat(merged.floor()).isEqualTo(a.floor().max(b.floor()));
        assertThat(List.of(a.lastAccess(), b.lastAccess())).contains(merged.lastAccess());
        assertThat(merged.lastAccess()).isAfterOrEqualTo(a.lastAccess()).isAfterOrEqualTo(b.lastAccess());
    }

    @Property
    void ofEqualStampsARemovalStaysElseTheGreaterBytes(@ForAll Stamp stamp, @ForAll Entry left, @ForAll Entry right) {
        Entry a = stamped(left, stamp);
        Entry b = stamped(right, stamp);

        Entry later = Entry.later(a, b);

        assertThat(later).isEqualTo(Entry.later(b, a)).isIn(a, b);
        assertThat(later.isRemoved()).isEqualTo(a.isRemoved() || b.isRemoved());
        if (later instanceof Entry.Value value) {
            assertThat(value.bytes()).isGreaterThanOrEqualTo(((Entry.Value) a).bytes());
            assertThat(value.bytes()).isGreaterThanOrEqualTo(((Entry.Value) b).bytes());
        }
        assertThat(Entry.conflict(a, b)).isEqualTo(!a.equals(b));
    }

    @Property
    void droppingMarkersChangesNoValue(@ForAll SessionRecord a, @ForAll Stamp horizon) {
        SessionRecord dropped = a.withoutMarkersUpTo(horizon);

        a.entries().keySet().forEach(name -> assertThat(dropped.value(name)).isEqualTo(a.value(name)));
        assertThat(dropped.entries().values())
                .noneMatch(entry -> entry.isRemoved() && !entry.stamp().isAfter(horizon));
    }

    @Property
    void theFloorRemembersTheMarkersThatWereDropped(@ForAll SessionRecord a, @ForAll Stamp horizon) {
        SessionRecord dropped = a.withoutMarkersUpTo(horizon);

        assertThat(dropped.floor()).isGreaterThanOrEqualTo(a.floor());
        assertThat(dropped.withoutMarkersUpTo(horizon)).isSameAs(dropped);
        assertThat(dropped.merge(a)).isEqualTo(dropped);
    }

    /** An older copy of a record is one that this record has met: a merge with it changes nothing. */
    @Property
    void noOlderCopyRevivesWhatWasRemoved(
            @ForAll SessionRecord older, @ForAll SessionRecord since, @ForAll Stamp horizon) {
        SessionRecord now = older.merge(since);
        SessionRecord dropped = now.withoutMarkersUpTo(horizon);

        SessionRecord met = dropped.merge(older);

        Map<String, Entry> entries = now.entries();
        entries.keySet().forEach(name -> assertThat(met.value(name)).isEqualTo(now.value(name)));
        assertThat(met).isEqualTo(dropped);
    }

    private static Entry stamped(Entry entry, Stamp stamp) {
        return entry instanceof Entry.Value value ? new Entry.Value(stamp, value.bytes()) : new Entry.Removed(stamp);
    }

    private static SessionRecord met(List<Object> arriving) {
        SessionRecord record = SessionRecord.EMPTY;
        for (Object each : arriving) {
            record = each instanceof SessionDelta delta ? record.apply(delta) : record.merge((SessionRecord) each);
        }
        return record;
    }
}
