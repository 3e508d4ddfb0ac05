package org.ringlet.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;

@Domain(DomainContext.Global.class)
@Domain(Records.class)
class RevisionPropertyTest {
    @Property
    void doesNotDependOnTheOrderOfEntries(@ForAll SessionRecord a, @ForAll Random random) {
        List<Map.Entry<String, Entry>> shuffled = new ArrayList<>(a.entries().entrySet());
        Collections.shuffle(shuffled, random);
        Map<String, Entry> reordered = new LinkedHashMap<>();
        shuffled.forEach(entry -> reordered.put(entry.getKey(), entry.getValue()));

        assertThat(Revision.of(reordered, a.floor())).isEqualTo(a.revision());
    }

    @Property
    void canBeKeptUpToDateEntryByEntry(@ForAll SessionRecord a, @ForAll Entry written) {
        Assume.that(written.stamp().isAfter(a.floor()));
        Map<String, Entry> changed = new TreeMap<>(a.entries());
        Entry before = changed.put("a", written);

        long kept = a.revision() - (before == null ? 0 : Revision.of("a", before)) + Revision.of("a", written);

        assertThat(new SessionRecord(changed, a.lastAccess(), a.floor()).revision())
                .isEqualTo(kept);
    }

    @Property(tries = 5000)
    void isEqualIfAndOnlyIfTheStateIs(@ForAll SessionRecord a, @ForAll SessionRecord b) {
        assertThat(a.revision() == b.revision()).isEqualTo(stamps(a).equals(stamps(b)));
    }

    @Property
    void doesNotDependOnTheAccess(@ForAll SessionRecord a) {
        SessionRecord accessed = a.accessed(Instant.ofEpochSecond(9));

        assertThat(accessed.revision()).isEqualTo(a.revision());
        assertThat(accessed).isEqualTo(new SessionRecord(a.entries(), accessed.lastAccess(), a.floor()));
    }

    @Property
    void isNoneOfNothingOnly(@ForAll SessionRecord a) {
        assertThat(a.revision() == Revision.NONE)
                .isEqualTo(a.entries().isEmpty() && a.floor().equals(Stamp.ZERO));
    }

    @Property
    void tellsAFloorFromARemovalMarker(@ForAll Stamp stamp) {
        Assume.that(!stamp.equals(Stamp.ZERO));
        SessionRecord marked = new SessionRecord(Map.of("", new Entry.Removed(stamp)), Instant.EPOCH, Stamp.ZERO);

        assertThat(marked.withoutMarkersUpTo(stamp).revision()).isNotEqualTo(marked.revision());
    }

    /** All that a revision covers: a stamp stands for the bytes that were written with it. */
    private static Map<String, Object> stamps(SessionRecord record) {
        Map<String, Object> stamps = new TreeMap<>();
        record.entries()
                .forEach((name, entry) -> stamps.put("entry " + name, List.of(entry.stamp(), entry.isRemoved())));
        stamps.put("floor", record.floor());
        return stamps;
    }
}
