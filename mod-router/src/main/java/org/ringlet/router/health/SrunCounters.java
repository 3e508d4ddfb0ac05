package org.ringlet.router.health;

import java.util.concurrent.atomic.LongAdder;

/** What the router counted for one srun since it started. Written by all event loops. */
public final class SrunCounters {
    private static final int CLASSES = 10;

    private final LongAdder newSessions = new LongAdder();
    private final LongAdder ownSessions = new LongAdder();
    private final LongAdder standIns = new LongAdder();
    private final LongAdder connects = new LongAdder();
    private final LongAdder reuses = new LongAdder();
    private final LongAdder connectFailures = new LongAdder();
    private final LongAdder exchangeFailures = new LongAdder();
    private final LongAdder[] responses = new LongAdder[CLASSES];
    private final LongAdder active = new LongAdder();

    SrunCounters() {
        for (int i = 0; i < CLASSES; i++) {
            responses[i] = new LongAdder();
        }
    }

    /** A request that carries no session was sent to it. */
    public void routedNew() {
        newSessions.increment();
    }

    /** A request was sent to it whose session it owns. */
    public void routedOwn() {
        ownSessions.increment();
    }

    /** A request was sent to it whose session another srun owns. */
    public void routedStandIn() {
        standIns.increment();
    }

    public void connected() {
        connects.increment();
    }

    public void reused() {
        reuses.increment();
    }

    public void responded(int status) {
        responses[Math.min(status / 100, CLASSES - 1)].increment();
    }

    public void began() {
        active.increment();
    }

    public void ended() {
        active.decrement();
    }

    public long active() {
        return active.sum();
    }

    void connectFailed() {
        connectFailures.increment();
    }

    void exchangeFailed() {
        exchangeFailures.increment();
    }

    public Snapshot snapshot() {
        return new Snapshot(
                active.sum(),
                newSessions.sum(),
                ownSessions.sum(),
                standIns.sum(),
                connects.sum(),
                reuses.sum(),
                connectFailures.sum(),
                exchangeFailures.sum(),
                responses[2].sum(),
                responses[3].sum(),
                responses[4].sum(),
                responses[5].sum());
    }

    /**
     * The counters at one moment, each by itself.
     *
     * @param active requests that are being served now
     * @param newSessions requests without a session
     * @param ownSessions requests of sessions that the srun owns
     * @param standIns requests of other sruns' sessions
     * @param connects connections that were opened
     * @param reuses requests that went over a connection that was there
     */
    public record Snapshot(
            long active,
            long newSessions,
            long ownSessions,
            long standIns,
            long connects,
            long reuses,
            long connectFailures,
            long exchangeFailures,
            long responses2xx,
            long responses3xx,
            long responses4xx,
            long responses5xx) {}
}
