package org.ringlet.tomcat;

import java.util.concurrent.atomic.LongAdder;

/** What a Manager has done since it was started. */
final class Counters {
    final LongAdder loads = new LongAdder();
    final LongAdder unchangedLoads = new LongAdder();
    final LongAdder saves = new LongAdder();
    final LongAdder merges = new LongAdder();
    final LongAdder touches = new LongAdder();
    final LongAdder ends = new LongAdder();
    final LongAdder expirations = new LongAdder();
    final LongAdder unsaved = new LongAdder();
    final LongAdder overtaken = new LongAdder();
    final LongAdder tooLarge = new LongAdder();
}
