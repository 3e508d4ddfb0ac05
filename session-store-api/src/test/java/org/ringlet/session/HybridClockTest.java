package org.ringlet.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HybridClockTest {
    private static final Writer WRITER = new Writer(3, 42);
    private static final Writer OTHER = new Writer(4, 43);

    private long millis = 1_700_000_000_000L;
    private final HybridClock clock = new HybridClock(WRITER, () -> millis);

    @Test
    void runsWithTheMachinesClock() {
        assertThat(clock.next()).isEqualTo(new Stamp(millis << 16, WRITER));
        millis += 5;
        assertThat(clock.next()).isEqualTo(new Stamp(millis << 16, WRITER));
    }

    @Test
    void countsWithinAMillisecond() {
        clock.next();

        assertThat(clock.next()).isEqualTo(new Stamp((millis << 16) + 1, WRITER));
    }

    @Test
    void carriesTheCounterIntoTheMilliseconds() {
        clock.observe(new Stamp((millis << 16) + 0xffff, OTHER));

        assertThat(clock.next()).isEqualTo(new Stamp((millis + 1) << 16, WRITER));
    }

    @Test
    void passesAStampThatItObserves() {
        Stamp ahead = new Stamp((millis + 3_600_000) << 16, OTHER);

        clock.observe(ahead);

        assertThat(clock.next()).isGreaterThan(ahead);
    }

    @Test
    void passesAllStampsOfARecordAndOfADelta() {
        Stamp removal = new Stamp((millis + 1000) << 16, OTHER);
        Stamp floor = new Stamp((millis + 2000) << 16, OTHER);
        Map<String, Entry> entries = Map.of("a", new Entry.Removed(removal));

        clock.observe(new SessionDelta(Revision.NONE, entries, Instant.EPOCH));
        assertThat(clock.next()).isGreaterThan(removal).isLessThan(floor);

        clock.observe(new SessionRecord(entries, Instant.EPOCH, floor));
        assertThat(clock.next()).isGreaterThan(floor);
    }

    @Test
    void goesOnWhenTheMachinesClockIsSetBack() {
        Stamp before = clock.next();
        millis -= 3_600_000;

        assertThat(clock.next()).isGreaterThan(before);
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 0})
    void issuesStampsAfterZeroWhateverTheMachinesClockSays(long broken) {
        millis = broken;

        assertThat(clock.next()).isGreaterThan(Stamp.ZERO);
        assertThat(clock.next()).isGreaterThan(new Stamp(1, WRITER));
    }

    @ParameterizedTest
    @ValueSource(longs = {1L << 46, 1L << 47, 1L << 48, Long.MAX_VALUE})
    void doesNotWrapWhenTheMachinesClockIsFarAhead(long broken) {
        millis = broken;

        Stamp first = clock.next();
        assertThat(first.time()).isPositive();
        assertThat(clock.next()).isGreaterThan(first);
    }

    @ParameterizedTest
    @ValueSource(longs = {HybridClock.TOO_FAR, Long.MAX_VALUE - 1, Long.MAX_VALUE, Long.MIN_VALUE, -2, -1})
    void isNotLedToWhereStampsRunOut(long hostile) {
        Stamp before = clock.next();

        clock.observe(new Stamp(hostile, OTHER));

        assertThat(clock.next()).isEqualTo(new Stamp(before.time() + 1, WRITER));
    }

    @Test
    void hasRoomBeyondTheLastStampThatItFollows() {
        Stamp last = new Stamp(HybridClock.TOO_FAR - 1, OTHER);
        clock.observe(last);

        Stamp next = clock.next();

        assertThat(next).isGreaterThan(last);
        assertThat(clock.next()).isGreaterThan(next);
    }

    @Test
    void issuesEachStampOnceToManyThreads() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            Callable<List<Stamp>> task = () -> {
                List<Stamp> issued = new ArrayList<>();
                for (int i = 0; i < 10_000; i++) {
                    issued.add(clock.next());
                }
                return issued;
            };
            TreeSet<Stamp> all = new TreeSet<>();
            for (Future<List<Stamp>> each : threads.invokeAll(List.of(task, task, task, task))) {
                assertThat(each.get()).isSorted();
                all.addAll(each.get());
            }
            assertThat(all).hasSize(40_000);
        } finally {
            threads.shutdownNow();
        }
    }
}
