package org.ringlet.store.ring;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Another srun, as this one sees it: a state machine without a clock of its own. Confined to the loop.
 *
 * <p>All times are this JVM's. A grant is a promise to the peer that this srun will not let a save be acknowledged that
 * the peer has not got; a lease is such a promise of the peer's, counted from when it was asked for, so it always ends
 * here before it ends there.
 */
final class Peer {
    /** What is known of the connection. */
    enum Link {
        /** Being made, for the first time or after a loss: whether the peer lives will be known soon. */
        CONNECTING,
        UP,
        /** Could not be made. */
        DOWN
    }

    private static final int PINGS = 16;

    final int index;
    private Link link = Link.CONNECTING;
    private boolean suspected;
    private long heard;

    private long lastPing;
    private final long[] pingedAt = new long[PINGS];
    private final long[] pingedView = new long[PINGS];

    private long remoteView;
    private boolean leased;
    private long leasedUntil;
    private long leasedView;

    private @Nullable View granted;
    private long grantedUntil;

    Peer(int index, long now) {
        this.index = index;
        this.heard = now;
    }

    Link link() {
        return link;
    }

    /** Whether it is counted among the living. */
    boolean isLive() {
        return link == Link.UP && !suspected;
    }

    /**
     * Whether it will be known soon if it lives. Not of one that had fallen silent before its connection was lost: it may
     * take connections and say nothing, as one that is frozen does.
     */
    boolean isUnknown() {
        return link == Link.CONNECTING && !suspected;
    }

    // what happens

    void connecting() {
        link = Link.CONNECTING;
        leased = false;
    }

    void connected(long now) {
        link = Link.UP;
        suspected = false;
        heard = now;
        leased = false;
    }

    /** @param gone whether its process has ended, so that no promise to it binds any more */
    void down(boolean gone) {
        link = Link.DOWN;
        leased = false;
        if (gone) {
            granted = null;
        }
    }

    void heard(long now) {
        heard = now;
        suspected = false;
    }

    /** Counts its silence from now on, since this srun has not listened. */
    void excuse(long now) {
        heard = now;
    }

    void suspect() {
        suspected = true;
        leased = false;
    }

    boolean isSilentFor(Duration limit, long now) {
        return now - heard > limit.toNanos();
    }

    // leases and grants

    Message.Ping ping(View view, long now) {
        long number = ++lastPing;
        int slot = (int) (number % PINGS);
        pingedAt[slot] = now;
        pingedView[slot] = view.id();
        return new Message.Ping(number, view.id());
    }

    /** @param view the id of the view that the peer has now */
    void sees(long view) {
        remoteView = view;
    }

    boolean seesSameAs(View view) {
        return remoteView == view.id();
    }

    void ponged(Message.Pong pong, Duration lease) {
        sees(pong.view());
        int slot = (int) (pong.number() % PINGS);
        boolean isRecent = pong.number() > Math.max(0, lastPing - PINGS) && pong.number() <= lastPing;
        if (!pong.grants()) {
            leased = false;
        } else if (isRecent && pingedView[slot] == pong.view()) {
            leased = true;
            leasedView = pong.view();
            leasedUntil = pingedAt[slot] + lease.toNanos();
        }
    }

    boolean isLeasedIn(View view) {
        return leased && leasedView == view.id();
    }

    long leasedUntil() {
        return leasedUntil;
    }

    void grant(View view, long until) {
        granted = view;
        grantedUntil = until;
    }

    /** The view in which the peer may still trust its copies by this srun's word; null if in none. */
    @Nullable
    View grantedView(long now) {
        return granted != null && now < grantedUntil ? granted : null;
    }

    long grantedUntil() {
        return grantedUntil;
    }
}
