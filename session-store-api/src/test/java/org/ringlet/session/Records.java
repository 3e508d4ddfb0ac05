package org.ringlet.session;

import java.time.Instant;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Provide;
import net.jqwik.api.domains.DomainContextBase;

/**
 * Random states of sessions, from few names, stamps and bytes, so that they meet: equal stamps with different bytes,
 * removals, floors above and below entries, and stamps on both sides of where a signed comparison errs.
 */
final class Records extends DomainContextBase {
    @Provide
    Arbitrary<Stamp> stamps() {
        Arbitrary<Long> times = Arbitraries.oneOf(
                Arbitraries.longs().between(0, 5),
                Arbitraries.of(Long.MAX_VALUE, Long.MIN_VALUE, -1L, HybridClock.TOO_FAR));
        Arbitrary<Writer> writers = Combinators.combine(
                        Arbitraries.integers().between(0, 1),
                        Arbitraries.longs().between(-1, 1))
                .as(Writer::new);
        return Combinators.combine(times, writers).as(Stamp::new);
    }

    @Provide
    Arbitrary<Entry> entries() {
        Arbitrary<Bytes> bytes = Arbitraries.of("", "00", "01", "ff", "0100").map(Bytes::ofHex);
        return Arbitraries.oneOf(
                Combinators.combine(stamps(), bytes).as(Entry.Value::new), stamps().map(Entry.Removed::new));
    }

    @Provide
    Arbitrary<SessionRecord> records() {
        return Combinators.combine(changes(), accesses(), Arbitraries.oneOf(Arbitraries.just(Stamp.ZERO), stamps()))
                .as(SessionRecord::new);
    }

    @Provide
    Arbitrary<SessionDelta> deltas() {
        return Combinators.combine(Arbitraries.longs(), changes(), accesses()).as(SessionDelta::new);
    }

    private Arbitrary<Map<String, Entry>> changes() {
        return Arbitraries.maps(Arbitraries.of("", "a", "b", "cart", Reserved.TIMEOUT), entries())
                .ofMaxSize(5);
    }

    private static Arbitrary<Instant> accesses() {
        return Arbitraries.longs().between(0, 3).map(Instant::ofEpochMilli);
    }
}
