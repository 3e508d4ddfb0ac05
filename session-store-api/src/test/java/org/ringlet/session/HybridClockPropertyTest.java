package org.ringlet.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;

class HybridClockPropertyTest {
    @Property
    void neverGoesBackWhateverItHearsAndTheMachineSays(
            @ForAll @Size(max = 50) List<Long> readings, @ForAll @Size(max = 50) List<Long> heard) {
        var millis = new AtomicLong();
        var clock = new HybridClock(new Writer(1, 1), millis::get);
        Stamp last = Stamp.ZERO;

        for (int i = 0; i < Math.min(readings.size(), heard.size()); i++) {
            millis.set(readings.get(i));
            var stamp = new Stamp(heard.get(i), new Writer(2, 2));
            clock.observe(stamp);
            Stamp next = clock.next();

            assertThat(next).isGreaterThan(last);
            if (Long.compareUnsigned(stamp.time(), HybridClock.TOO_FAR) < 0) {
                assertThat(next).isGreaterThan(stamp);
            }
            last = next;
        }
    }
}
