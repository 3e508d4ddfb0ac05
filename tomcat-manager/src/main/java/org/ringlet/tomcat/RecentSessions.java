package org.ringlet.tomcat;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The sessions of an application that were used a moment ago. When nobody has used one for a second, it packs what it
 * holds: most sessions in memory sit idle, and what they take is what a JVM can hold of them.
 *
 * <p>Thread-safe. A session that is used all the time is in the queue once, and costs a look a second.
 */
final class RecentSessions {
    static final Duration MOMENT = Duration.ofSeconds(1);

    private final Queue<RingletSession> queue = new ConcurrentLinkedQueue<>();

    void add(RingletSession session) {
        if (session.becomesRecent()) {
            queue.add(session);
        }
    }

    /** Packs those that have become idle. To be called about once a {@link #MOMENT}. */
    void packIdle() {
        for (int left = queue.size(); left > 0; left--) {
            RingletSession session = queue.poll();
            if (session == null) {
                return;
            }
            if (session.isInUse() || session.getIdleTimeInternal() < MOMENT.toMillis()) {
                queue.add(session);
            } else {
                session.becomesIdle();
            }
        }
    }
}
