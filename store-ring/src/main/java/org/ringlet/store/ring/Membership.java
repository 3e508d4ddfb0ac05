package org.ringlet.store.ring;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ringlet.cluster.Ring;
import org.ringlet.cluster.RingSettings;
import org.ringlet.cluster.Srun;
import org.ringlet.session.SessionId;

/**
 * Who lives, by the connections and by heartbeats, and who trusts whom.
 *
 * <p>An srun is out of the view as soon as its connection is lost or it has been silent for {@code ack-timeout}; it is in
 * again with its first word. Copies are made anew elsewhere only when it has been away for {@code dead-time}.
 *
 * <p>Confined to the loop, but for {@link #trust()} and {@link #wasPausedSince}.
 */
final class Membership {
    /** Is told of each new view, on the loop. */
    interface Listener {
        void viewChanged(View now);
    }

    private final int self;
    private final RingSettings settings;
    private final Loop loop;
    private final Network network;
    private final Listener listener;
    private final Map<Integer, Peer> peers = new TreeMap<>();
    private final List<Runnable> whenKnown = new ArrayList<>();
    private Ring ring;
    private View view;
    private long viewSince;
    private boolean isUnsettled = true;
    private boolean isPingDue;
    private volatile long lastTick;
    private volatile long lastPauseNoticed;
    private volatile Trust trust;
    private volatile long untrustedAt;

    Membership(int self, Ring ring, RingSettings settings, Loop loop, Network network, Listener listener) {
        this.self = self;
        this.ring = ring;
        this.settings = settings;
        this.loop = loop;
        this.network = network;
        this.listener = listener;
        this.lastTick = loop.nanoTime();
        this.lastPauseNoticed = lastTick;
        addPeers();
        this.view = currentView();
        this.viewSince = lastTick;
        this.trust = Trust.none(view);
        this.untrustedAt = lastTick;
    }

    private void addPeers() {
        for (Srun srun : ring.sruns()) {
            if (srun.index() != self) {
                peers.putIfAbsent(srun.index(), new Peer(srun.index(), loop.nanoTime()));
            }
        }
    }

    View view() {
        return view;
    }

    /** May be called from any thread. */
    Trust trust() {
        return trust;
    }

    Collection<Peer> peers() {
        return peers.values();
    }

    @Nullable
    Peer peer(int srun) {
        return peers.get(srun);
    }

    List<Peer> live() {
        return peers.values().stream().filter(Peer::isLive).toList();
    }

    /**
     * Takes over what the cluster file has now. An srun that is not in it any more holds nothing from now on, and stays
     * a peer while it is connected, so that it can hand over what it has.
     */
    void declared(Ring now) {
        ring = now;
        addPeers();
        forgetLeft();
        update();
        runWhenKnown();
    }

    private void forgetLeft() {
        long now = loop.nanoTime();
        peers.values()
                .removeIf(peer -> !isDeclared(peer) && peer.link() != Peer.Link.UP && peer.grantedView(now) == null);
    }

    private boolean isDeclared(Peer peer) {
        return ring.srun(peer.index) != null;
    }

    /** Whether this srun is in the cluster file. */
    boolean isDeclared() {
        return ring.srun(self) != null;
    }

    // connections

    void connecting(int srun) {
        Peer peer = peers.get(srun);
        if (peer != null) {
            peer.connecting();
            forgetLeft();
            update();
            runWhenKnown();
        }
    }

    /** There is a connection with an srun: a declared one, or one that is not any more and hands over what it has. */
    void connected(int srun) {
        Peer peer = peers.computeIfAbsent(srun, index -> new Peer(index, loop.nanoTime()));
        peer.connected(loop.nanoTime());
        update();
        ping(peer);
        runWhenKnown();
    }

    void down(int srun, boolean gone) {
        Peer peer = peers.get(srun);
        if (peer != null) {
            peer.down(gone);
            update();
            runWhenKnown();
        }
    }

    /** Whether somebody's fate will be known soon, so that nobody should be left out yet. */
    boolean isUnsettled() {
        return isUnsettled;
    }

    /** Runs something when no connection is being made for the first time any more. */
    void whenSettled(Runnable work) {
        if (isUnsettled()) {
            whenKnown.add(work);
        } else {
            work.run();
        }
    }

    private void runWhenKnown() {
        if (!isUnsettled()) {
            List<Runnable> ready = List.copyOf(whenKnown);
            whenKnown.clear();
            ready.forEach(Runnable::run);
        }
    }

    // heartbeats

    /** To be called once a heartbeat. */
    void tick() {
        long now = loop.nanoTime();
        boolean wasPaused = wasPaused(now);
        lastTick = now;
        if (wasPaused) {
            lastPauseNoticed = now;
        }
        for (Peer peer : peers.values()) {
            if (wasPaused) {
                // what they said meanwhile is still to be read
                peer.excuse(now);
            } else if (peer.isLive() && peer.isSilentFor(settings.ackTimeout(), now)) {
                peer.suspect();
            }
        }
        forgetLeft();
        update();
        live().forEach(this::ping);
        peers.values().stream()
                .filter(peer -> peer.link() == Peer.Link.UP && !peer.isLive())
                .forEach(this::ping);
    }

    /** Whether this srun itself has not listened for a while. */
    private boolean wasPaused(long now) {
        return now - lastTick > settings.ackTimeout().toNanos() / 2;
    }

    /** Whether it has not, at some time since then. May be called from any thread. */
    boolean wasPausedSince(long nanoTime) {
        return wasPaused(loop.nanoTime()) || lastPauseNoticed - nanoTime > 0;
    }

    /** Notes that an srun did not answer in time, unless this one could not have heard it. */
    void suspect(int srun) {
        Peer peer = peers.get(srun);
        long now = loop.nanoTime();
        if (peer != null && !wasPaused(now) && peer.isSilentFor(settings.ackTimeout(), now)) {
            peer.suspect();
            update();
        }
    }

    void heard(int srun) {
        Peer peer = peers.get(srun);
        if (peer != null) {
            boolean wasLive = peer.isLive();
            peer.heard(loop.nanoTime());
            if (!wasLive) {
                update();
            }
        }
    }

    private void ping(Peer peer) {
        network.send(peer.index, peer.ping(view, loop.nanoTime()));
    }

    /** @param isUpToDate whether the asker has all that this srun knows of its sessions */
    void pinged(int srun, Message.Ping ping, boolean isUpToDate) {
        Peer peer = peers.get(srun);
        if (peer == null) {
            return;
        }
        peer.sees(ping.view());
        boolean grants = isUpToDate && peer.isLive() && peer.seesSameAs(view);
        if (grants) {
            peer.grant(view, loop.nanoTime() + settings.lease().toNanos());
        }
        network.send(srun, new Message.Pong(ping.number(), view.id(), grants));
    }

    void ponged(int srun, Message.Pong pong) {
        Peer peer = peers.get(srun);
        if (peer != null) {
            peer.ponged(pong, settings.lease());
            if (!pong.grants() || !trust.isValid(loop.nanoTime())) {
                // what is valid is renewed with the next heartbeat: to make a trust all are looked at
                renewTrust();
            }
        }
    }

    // what follows

    private void update() {
        isUnsettled = peers.values().stream().anyMatch(peer -> peer.isUnknown() && isDeclared(peer));
        View now = currentView();
        if (now.id() != view.id()) {
            view = now;
            viewSince = loop.nanoTime();
            renewTrust();
            listener.viewChanged(view);
            pingSoon();
        } else {
            renewTrust();
        }
    }

    /** When many come or go at once, all are asked once. */
    private void pingSoon() {
        if (!isPingDue) {
            isPingDue = true;
            loop.soon(() -> {
                isPingDue = false;
                live().forEach(this::ping);
            });
        }
    }

    private View currentView() {
        BitSet live = new BitSet();
        live.set(self);
        peers.values().stream().filter(Peer::isLive).forEach(peer -> live.set(peer.index));
        return View.of(ring, live);
    }

    private void renewTrust() {
        long now = loop.nanoTime();
        if (!trust.isValid(now)) {
            untrustedAt = now;
        }
        trust = currentTrust();
    }

    /** Whether at some time since then this srun had not everybody's trust. May be called from any thread. */
    boolean wasUntrustedSince(long since) {
        return !trust.isValid(loop.nanoTime()) || untrustedAt - since > 0;
    }

    private Trust currentTrust() {
        if (isUnsettled()) {
            return Trust.none(view);
        }
        List<Peer> live = live().stream().filter(this::isDeclared).toList();
        if (live.isEmpty()) {
            // renewed with each tick, so that an srun that was paused looks around first
            return new Trust(
                    view,
                    settings.minAcks() <= 1,
                    loop.nanoTime() + settings.lease().toNanos());
        }
        long now = loop.nanoTime();
        long until = Long.MAX_VALUE;
        for (Peer peer : live) {
            if (!peer.isLeasedIn(view)) {
                return Trust.none(view);
            }
            until = Math.min(until, peer.leasedUntil() - now);
        }
        return new Trust(view, true, now + until);
    }

    /** Whether the view has been the same for so long that those who see another one may go on to do so. */
    boolean isSettledFor(Duration time) {
        return loop.nanoTime() - viewSince > time.toNanos();
    }

    /** Whether nobody is away who may be back before his copies are worth making anew. */
    boolean isLasting() {
        long now = loop.nanoTime();
        return peers.values().stream()
                .allMatch(peer -> peer.isLive() || !isDeclared(peer) || peer.isSilentFor(settings.deadTime(), now));
    }

    /**
     * How long a change of a session must not be acknowledged, because an srun that has not got it may still trust its
     * copy by this one's word; zero if there is none.
     *
     * @param informed who has got it
     */
    Duration barrier(SessionId session, Set<Integer> informed) {
        long now = loop.nanoTime();
        long until = now;
        for (Peer peer : peers.values()) {
            View granted = peer.grantedView(now);
            if (granted != null && !informed.contains(peer.index) && granted.holds(peer.index, session)) {
                until = Math.max(until, peer.grantedUntil());
            }
        }
        return Duration.ofNanos(until - now);
    }
}
