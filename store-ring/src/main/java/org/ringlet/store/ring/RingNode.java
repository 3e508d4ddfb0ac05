package org.ringlet.store.ring;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.ringlet.cluster.Ring;
import org.ringlet.cluster.RingSettings;
import org.ringlet.session.Revision;
import org.ringlet.session.SessionDelta;
import org.ringlet.session.SessionKey;
import org.ringlet.store.StoreStatus;

/**
 * One srun's part of the ring: what it does about each message, each connection and each heartbeat. Knows neither sockets
 * nor threads, so that the same code runs under Tomcat and in a simulation. Confined to its {@link Loop}.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what failed is told to who asked
final class RingNode implements Membership.Listener {
    private static final System.Logger LOG = System.getLogger(RingNode.class.getName());
    private static final int EAGER = 10;
    private static final Duration LONGEST_WAIT_FOR_OTHERS = Duration.ofSeconds(30);

    private final int self;
    private final RingSettings settings;
    private final Loop loop;
    private final Network network;
    private final Replicas replicas;
    private final Membership membership;
    private final Calls calls;
    private final Repair repair;
    private final Replication.Parts parts;
    private final Sessions sessions;
    private final Housekeeping housekeeping;
    private final RingFigures figures = new RingFigures();
    private final long startedAt;
    private boolean stopped;
    private volatile StoreStatus.Phase phase = StoreStatus.Phase.STARTING;

    /**
     * Which srun it is, and of which cluster.
     *
     * @param self its index
     * @param tombstoneLife how long the trace of an ended session is kept
     */
    record Identity(int self, Ring ring, RingSettings settings, Duration tombstoneLife) {}

    RingNode(Identity identity, Loop loop, Network network, Backing backing) {
        this.self = identity.self();
        this.settings = identity.settings();
        this.loop = loop;
        this.network = network;
        this.replicas = new Replicas(loop, backing);
        this.membership = new Membership(self, identity.ring(), settings, loop, network, this);
        this.calls = new Calls(loop, network, settings.ackTimeout());
        this.repair = new Repair(identity, loop, membership, replicas, calls);
        this.parts = new Replication.Parts(self, settings, loop, membership, replicas, calls, figures);
        this.sessions = new Sessions(parts);
        this.housekeeping = new Housekeeping(identity, parts, repair, sessions);
        this.startedAt = loop.nanoTime();
    }

    /** Whether an srun has said something within the last heartbeats. */
    boolean hasJustHeard(int srun) {
        Peer peer = membership.peer(srun);
        return peer != null
                && peer.isLive()
                && !peer.isSilentFor(settings.heartbeat().multipliedBy(2), loop.nanoTime());
    }

    void start() {
        tick();
    }

    void stop() {
        stopped = true;
        phase = StoreStatus.Phase.STOPPING;
    }

    Sessions sessions() {
        return sessions;
    }

    Membership membership() {
        return membership;
    }

    Replicas replicas() {
        return replicas;
    }

    Repair repair() {
        return repair;
    }

    RingFigures figures() {
        return figures;
    }

    void declared(Ring ring) {
        membership.declared(ring);
        phase = nextPhase(membership.trust().isValid(loop.nanoTime()));
    }

    // what happens

    void connecting(int srun) {
        membership.connecting(srun);
        calls.lost(srun);
    }

    /** There is a connection; what was under way in one that was there before is lost. */
    void connected(int srun) {
        connecting(srun);
        membership.connected(srun);
    }

    void down(int srun, boolean gone) {
        membership.down(srun, gone);
        calls.lost(srun);
    }

    void received(int srun, Message message) {
        membership.heard(srun);
        if (message instanceof Message.Ping ping) {
            membership.pinged(srun, ping, repair.isUpToDate(srun));
            attend(srun);
        } else if (message instanceof Message.Pong pong) {
            membership.ponged(srun, pong);
            attend(srun);
        } else if (message instanceof Message.Answer answer) {
            calls.answered(srun, answer);
        } else if (message instanceof Message.Request request) {
            answer(srun, request);
        }
    }

    private void attend(int srun) {
        Peer peer = membership.peer(srun);
        if (peer != null) {
            repair.attend(peer);
        }
    }

    @Override
    public void viewChanged(View now) {
        LOG.log(Level.INFO, "srun " + self + " of the ring sees " + now);
        repair.viewChanged();
        // who waits for one that has fallen silent can ask the next one in time
        membership.peers().stream().filter(peer -> !peer.isLive()).forEach(peer -> calls.lost(peer.index));
    }

    private void tick() {
        if (stopped) {
            return;
        }
        try {
            beat();
        } finally {
            boolean isTrusted = membership.trust().isValid(loop.nanoTime());
            loop.after(isTrusted ? settings.heartbeat() : settings.heartbeat().dividedBy(EAGER), this::tick);
        }
    }

    private void beat() {
        membership.tick();
        membership.live().forEach(repair::attend);
        housekeeping.goOn(settings.deadTime());
        if (repair.isComplete()) {
            figures.inSync(loop.nanoTime());
        }
        phase = nextPhase(membership.trust().isValid(loop.nanoTime()));
    }

    /** Once active, an srun that has lost the others' trust asks them, and goes on. */
    private StoreStatus.Phase nextPhase(boolean isTrusted) {
        if (!membership.isDeclared()) {
            return StoreStatus.Phase.DRAINING;
        }
        if (phase == StoreStatus.Phase.ACTIVE || (isTrusted && !isWaitingForOthers())) {
            return StoreStatus.Phase.ACTIVE;
        }
        return membership.isUnsettled() ? StoreStatus.Phase.STARTING : StoreStatus.Phase.SYNCING;
    }

    /** Who is alone at the start may be the first of all, with the oldest copies of all. */
    private boolean isWaitingForOthers() {
        boolean isAlone = membership.live().isEmpty() && !membership.peers().isEmpty();
        return isAlone && loop.nanoTime() - startedAt < LONGEST_WAIT_FOR_OTHERS.toNanos();
    }

    /** May be called from any thread. */
    StoreStatus.Phase phase() {
        return phase;
    }

    // questions

    private void answer(int srun, Message.Request request) {
        answerTo(srun, request.question())
                .whenComplete((answer, failure) -> network.send(
                        srun, new Message.Answer(request.number(), failure == null ? answer : refusal(failure))));
    }

    private CompletableFuture<? extends Reply> answerTo(int srun, Question question) {
        try {
            return question instanceof Question.ToHolder toHolder ? answer(toHolder) : answer(srun, question);
        } catch (RuntimeException e) {
            // whatever is wrong with one session must not cost the connection
            LOG.log(Level.WARNING, "srun " + srun + " could not be answered", e);
            return CompletableFuture.failedFuture(e);
        }
    }

    /** What a holder does on behalf of an srun that is none. */
    private CompletableFuture<? extends Reply> answer(Question.ToHolder question) {
        if (question instanceof Question.Load load) {
            return sessions.load(load.key(), load.known()).thenApply(Reply.Loaded::new);
        }
        if (question instanceof Question.Create create) {
            return sessions.create(create.key(), create.record()).thenApply(Reply.Saved::new);
        }
        if (question instanceof Question.Save save) {
            return sessions.save(save.key(), save.delta()).thenApply(Reply.Saved::new);
        }
        if (question instanceof Question.Touch touch) {
            return sessions.touch(touch.key(), touch.lastAccess()).thenApply(Reply.Says::new);
        }
        if (question instanceof Question.End end) {
            return sessions.end(end.key(), end.by()).thenApply(Reply.Says::new);
        }
        if (question instanceof Question.Move move) {
            return sessions.move(move.from(), move.to(), move.record()).thenApply(Reply.Saved::new);
        }
        Question.Claim claim = (Question.Claim) question;
        return sessions.claim(claim.key(), claim.grace()).thenApply(Reply.Claimed::new);
    }

    /** What one holder asks another. */
    private CompletableFuture<Reply> answer(int srun, Question question) {
        if (question instanceof Question.Keep keep) {
            return keep(srun, keep);
        }
        if (question instanceof Question.KeepAll keep) {
            return keepAll(srun, keep);
        }
        if (question instanceof Question.KeepEnd keep) {
            replicas.end(keep.key(), keep.tombstone(), keep.age());
            return Replication.passOn(parts, keep.key(), keep, srun).thenApply(nothing -> new Reply.Kept());
        }
        if (question instanceof Question.Get get) {
            return done(new Reply.Tells(replicas.state(get.key(), get.known()), sessions.isSure(get.key())));
        }
        if (question instanceof Question.Compare compare) {
            return done(repair.compare(srun, compare));
        }
        return done(
                question instanceof Question.Offer offer
                        ? repair.offered(offer)
                        : repair.copied((Question.Copies) question));
    }

    private CompletableFuture<Reply> keep(int srun, Question.Keep keep) {
        @Nullable Replica ours = replicas.get(keep.key());
        if (ours instanceof Replica.Ended ended) {
            return done(hasEnded(ended));
        }
        if (!(ours instanceof Replica.Alive alive)) {
            return done(new Reply.NeedsRecord());
        }
        SessionDelta delta = keep.patch().on(alive.record());
        if (delta == null) {
            return done(new Reply.NeedsRecord());
        }
        long revision = replicas.apply(keep.key(), delta).revision();
        long theirs = alive.revision() == keep.patch().base() ? revision : Revision.NONE;
        return Replication.passOn(parts, keep.key(), keep, srun).thenApply(nothing -> kept(keep.key(), theirs));
    }

    private CompletableFuture<Reply> keepAll(int srun, Question.KeepAll keep) {
        if (replicas.peek(keep.key()) instanceof Replica.Ended ended) {
            return done(hasEnded(ended));
        }
        replicas.merge(keep.key(), keep.record(), keep.idle());
        return Replication.passOn(parts, keep.key(), keep, srun)
                .thenApply(nothing -> kept(keep.key(), keep.record().revision()));
    }

    /** @param revision what the sender has; {@link Revision#NONE} if that is not known */
    private Reply kept(SessionKey key, long revision) {
        Replica replica = replicas.get(key);
        if (replica instanceof Replica.Ended ended) {
            return hasEnded(ended);
        }
        if (!(replica instanceof Replica.Alive alive)) {
            return new Reply.NeedsRecord();
        }
        return alive.revision() == revision ? new Reply.Kept() : new Reply.Has(alive.record());
    }

    private Reply hasEnded(Replica.Ended ended) {
        return new Reply.HasEnded(ended.tombstone(), replicas.age(ended));
    }

    private static CompletableFuture<Reply> done(Reply reply) {
        return CompletableFuture.completedFuture(reply);
    }

    private static Reply refusal(Throwable failure) {
        return new Reply.Refused(String.valueOf(Sessions.reason(failure).getMessage()));
    }
}
