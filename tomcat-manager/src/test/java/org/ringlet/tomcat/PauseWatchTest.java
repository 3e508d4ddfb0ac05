package org.ringlet.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PauseWatchTest {
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
    private final PauseWatch pauses = new PauseWatch(now::get);

    @Test
    void aJvmThatRunsWasNotPaused() {
        long begun = now.get();
        for (int i = 0; i < 10; i++) {
            elapse(PauseWatch.BEAT);
            pauses.beat();
        }

        assertThat(pauses.pausedSince(begun)).isFalse();
    }

    @Test
    void aPauseIsKnownBeforeTheNextBeat() {
        long begun = now.get();
        elapse(Duration.ofSeconds(3));

        assertThat(pauses.pausedSince(begun)).isTrue();
    }

    @Test
    void aPauseConcernsWhatBeganBeforeItsEnd() {
        long begun = now.get();
        elapse(Duration.ofSeconds(3));
        pauses.beat();
        elapse(Duration.ofMillis(1));

        assertThat(pauses.pausedSince(begun)).isTrue();
        assertThat(pauses.pausedSince(now.get())).isFalse();
    }

    private void elapse(Duration duration) {
        now.addAndGet(duration.toNanos());
    }
}
