package org.ringlet.store.ring;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ringlet.session.Application;
import org.ringlet.session.Revision;
import org.ringlet.session.SessionDelta;
import org.ringlet.session.SessionId;
import org.ringlet.session.SessionKey;
import org.ringlet.session.SessionRecord;
import org.ringlet.store.ClaimOutcome;
import org.ringlet.store.LoadOutcome;
import org.ringlet.store.SaveOutcome;
import org.ringlet.store.StoreHealth;
import org.ringlet.store.StoreUnavailableException;

/**
 * The verbs of a store, on one srun. A holder answers from its copy while it is trusted, and asks the other sruns first
 * when it is not; who is no holder has a holder do it. All of it runs on the loop, but for {@link #loadTrusted}; what is
 * returned completes there.
 */
@SuppressWarnings("FutureReturnValueIgnored") // failures are passed on
final class Sessions {
    /** How long a claim keeps others from claiming: longer than listeners take, shorter than anybody waits for. */
    private static final Duration CLAIM_LIFE = Duration.ofMinutes(1);

    private static final System.Logger LOG = System.getLogger(Sessions.class.getName());
    private static final Duration TURN_OF_THE_SECOND = Duration.ofMinutes(2);

    private final Replication.Parts parts;

    Sessions(Replication.Parts parts) {
        this.parts = parts;
    }

    // load

    /** What a trusted copy says, at once and on any thread; null if there is none. */
    @Nullable
    LoadOutcome loadTrusted(SessionKey key, long known) {
        Trust trust = parts.membership().trust();
        if (!trust.isValid(parts.loop().nanoTime()) || !trust.view().holds(parts.self(), key.id())) {
            return null;
        }
        Replica replica = parts.replicas().peek(key);
        return replica == null ? null : outcome(key, replica, known);
    }

    CompletableFuture<LoadOutcome> load(SessionKey key, long known) {
        return atHolder(
                key,
                new Question.Load(key, known),
                reply -> reply instanceof Reply.Loaded loaded ? loaded.outcome() : null,
                () -> sure(key).thenApply(nothing -> outcome(key, known)));
    }

    private LoadOutcome outcome(SessionKey key, long known) {
        Replica replica = parts.replicas().get(key);
        LoadOutcome outcome = replica == null ? null : outcome(key, replica, known);
        return outcome == null ? new LoadOutcome.Missing() : outcome;
    }

    /** Null if the copy can't be read any more. */
    private @Nullable LoadOutcome outcome(SessionKey key, Replica replica, long known) {
        if (!(replica instanceof Replica.Live live)) {
            return new LoadOutcome.Ended();
        }
        Duration idle = parts.replicas().idle(live);
        if (known != Revision.NONE && live.revision() == known) {
            return new LoadOutcome.Unchanged(idle);
        }
        SessionRecord record = parts.replicas().record(key, live);
        return record == null ? null : new LoadOutcome.Changed(record, idle);
    }

    // save

    /** Stores a session for the first time. */
    CompletableFuture<SaveOutcome> create(SessionKey key, SessionRecord record) {
        return atHolder(key, new Question.Create(key, record), Sessions::saved, () -> {
            // an id that this srun has made itself is nobody else's
            boolean isOurs = key.id().owner() == parts.self();
            return isOurs ? createHere(key, record) : sure(key).thenCompose(nothing -> createHere(key, record));
        });
    }

    private CompletableFuture<SaveOutcome> createHere(SessionKey key, SessionRecord record) {
        if (parts.replicas().get(key) instanceof Replica.Ended) {
            return CompletableFuture.completedFuture(new SaveOutcome.Ended());
        }
        parts.replicas().merge(key, record, Duration.ZERO);
        return Replication.of(parts, key, null).thenApply(nothing -> saveOutcome(key, record.revision()));
    }

    /** Stores a change of a session that has been stored before. */
    CompletableFuture<SaveOutcome> save(SessionKey key, SessionDelta delta) {
        return atHolder(key, new Question.Save(key, delta), Sessions::saved, () -> sure(key)
                .thenCompose(nothing -> saveHere(key, delta)));
    }

    private static @Nullable SaveOutcome saved(Reply reply) {
        return reply instanceof Reply.Saved saved ? saved.outcome() : null;
    }

    private CompletableFuture<SaveOutcome> saveHere(SessionKey key, SessionDelta delta) {
        if (!(parts.replicas().get(key) instanceof Replica.Alive alive)) {
            return CompletableFuture.completedFuture(new SaveOutcome.Ended());
        }
        SessionRecord record = parts.replicas().apply(key, delta);
        long expected = alive.revision() == delta.base() ? record.revision() : Revision.NONE;
        return Replication.of(parts, key, new Question.Keep(key, Patch.of(alive.record(), delta)))
                .thenApply(nothing -> saveOutcome(key, expected));
    }

    /** @param expected the revision that the saver has now; {@link Revision#NONE} if it has not seen all of it */
    private SaveOutcome saveOutcome(SessionKey key, long expected) {
        if (!(parts.replicas().get(key) instanceof Replica.Alive alive)) {
            return new SaveOutcome.Ended();
        }
        boolean isExpected = expected != Revision.NONE && alive.revision() == expected;
        return isExpected ? new SaveOutcome.Saved() : new SaveOutcome.Merged(alive.record());
    }

    CompletableFuture<Boolean> touch(SessionKey key, Instant lastAccess) {
        return atHolder(key, new Question.Touch(key, lastAccess), Sessions::said, () -> sure(key)
                .thenCompose(nothing -> touchHere(key, lastAccess)));
    }

    private static @Nullable Boolean said(Reply reply) {
        return reply instanceof Reply.Says says ? says.yes() : null;
    }

    private CompletableFuture<Boolean> touchHere(SessionKey key, Instant lastAccess) {
        if (!(parts.replicas().get(key) instanceof Replica.Alive alive)) {
            return CompletableFuture.completedFuture(false);
        }
        return saveHere(key, new SessionDelta(alive.revision(), Map.of(), lastAccess))
                .thenApply(outcome -> !(outcome instanceof SaveOutcome.Ended));
    }

    CompletableFuture<SaveOutcome> move(SessionKey from, SessionId to, SessionRecord record) {
        return atHolder(from, new Question.Move(from, to, record), Sessions::saved, () -> sure(from)
                .thenCompose(nothing -> moveHere(from, to, record)));
    }

    /**
     * The old id ends everywhere before the new one is anywhere else: a crash in between leaves neither. The trace of the
     * old one says what became of it, so who has to ask again is not told that the session is over.
     */
    private CompletableFuture<SaveOutcome> moveHere(SessionKey from, SessionId to, SessionRecord record) {
        SessionKey target = from.application().key(to);
        Replica replica = parts.replicas().get(from);
        boolean isMoved = replica instanceof Replica.Ended ended
                && ended.tombstone().movedTo().filter(to::equals).isPresent();
        if (!isMoved && !(replica instanceof Replica.Alive)) {
            return CompletableFuture.completedFuture(new SaveOutcome.Ended());
        }
        SessionRecord merged =
                replica instanceof Replica.Alive old ? old.record().merge(record) : record;
        parts.replicas().end(from, new Tombstone(0, Optional.of(to)), Duration.ZERO);
        return Replication.of(parts, from, null)
                .thenCompose(nothing -> sure(target))
                .thenCompose(nothing -> {
                    parts.replicas().merge(target, merged, Duration.ZERO);
                    return Replication.of(parts, target, null);
                })
                .thenApply(nothing -> saveOutcome(target, record.revision()));
    }

    // end

    /** Done by the first holder, so that of many who end a session one has. */
    CompletableFuture<Boolean> end(SessionKey key, long by) {
        return at(first(key), key, new Question.End(key, by), Sessions::said, () -> sure(key)
                .thenCompose(nothing -> endHere(key, by)));
    }

    /** Of one that has ended before, both holders are told again: the one who ended it may not be done. */
    private CompletableFuture<Boolean> endHere(SessionKey key, long by) {
        Replica replica = parts.replicas().peek(key);
        if (replica == null) {
            return CompletableFuture.completedFuture(false);
        }
        Tombstone tombstone =
                replica instanceof Replica.Ended ended ? ended.tombstone() : new Tombstone(by, Optional.empty());
        parts.replicas().end(key, tombstone, Duration.ZERO);
        return Replication.of(parts, key, null).thenApply(nothing -> tombstone.by() == by);
    }

    /** The sessions that this srun decides about and that look expired. May be called from any thread. */
    List<SessionKey> expired(Application application, Duration grace, int limit) {
        View view = parts.membership().trust().view();
        List<SessionKey> expired = new ArrayList<>();
        parts.replicas().forEach((key, replica) -> {
            if (expired.size() < limit
                    && key.application().equals(application)
                    && replica instanceof Replica.Live live
                    && isToBeExpired(key, live, grace, view)) {
                expired.add(key);
            }
        });
        return expired;
    }

    /** The first holder may not run the application: then the second one, a little later, sees to it. */
    private boolean isToBeExpired(SessionKey key, Replica.Live live, Duration grace, View view) {
        if (!isClaimable(live, grace)) {
            return false;
        }
        return view.first(key.id()) == parts.self()
                || (view.second(key.id()) == parts.self() && isClaimable(live, grace.plus(TURN_OF_THE_SECOND)));
    }

    /** Ends a session without events, if it may be claimed. */
    void endAbandoned(SessionKey key, Duration grace) {
        claim(key, grace).thenAccept(outcome -> {
            if (outcome instanceof ClaimOutcome.Claimed) {
                LOG.log(Level.DEBUG, "session " + key + " of an application that no srun runs is ended");
                end(key, 0);
            }
        });
    }

    /** Decided by the first holder alone, once it has heard of the latest access from the other. */
    CompletableFuture<ClaimOutcome> claim(SessionKey key, Duration grace) {
        return at(
                first(key),
                key,
                new Question.Claim(key, grace),
                reply -> reply instanceof Reply.Claimed claimed ? claimed.outcome() : null,
                () -> consult(key).thenApply(nothing -> claimHere(key, grace)));
    }

    private ClaimOutcome claimHere(SessionKey key, Duration grace) {
        if (!(parts.replicas().get(key) instanceof Replica.Alive alive)) {
            return new ClaimOutcome.Gone();
        }
        if (!isClaimable(alive, grace)) {
            return new ClaimOutcome.Refused(parts.replicas().idle(alive));
        }
        parts.replicas().claim(key);
        return new ClaimOutcome.Claimed(alive.record());
    }

    private boolean isClaimable(Replica.Live live, Duration grace) {
        long now = parts.loop().nanoTime();
        boolean isClaimed = live.use().claimed() && now - live.use().claimedAt() < CLAIM_LIFE.toNanos();
        return !isClaimed
                && live.timeout()
                        .filter(timeout -> parts.replicas().idle(live).compareTo(timeout.plus(grace)) >= 0)
                        .isPresent();
    }

    // where

    private Supplier<Integer> first(SessionKey key) {
        return () -> parts.membership().view().first(key.id());
    }

    private <T> CompletableFuture<T> atHolder(
            SessionKey key,
            Question question,
            Function<Reply, @Nullable T> reader,
            Supplier<CompletableFuture<T>> here) {
        return at(
                () -> {
                    View view = parts.membership().view();
                    return view.holds(parts.self(), key.id()) ? parts.self() : view.first(key.id());
                },
                key,
                question,
                reader,
                here);
    }

    /** Does something on the srun that is to do it, and on the next one if that does not answer. */
    private <T> CompletableFuture<T> at(
            Supplier<Integer> whom,
            SessionKey key,
            Question question,
            Function<Reply, @Nullable T> reader,
            Supplier<CompletableFuture<T>> here) {
        CompletableFuture<T> result = new CompletableFuture<>();
        attempt(new Attempt<>(whom, key, question, reader, here, deadline(), result));
        return result;
    }

    private record Attempt<T>(
            Supplier<Integer> whom,
            SessionKey key,
            Question question,
            Function<Reply, @Nullable T> reader,
            Supplier<CompletableFuture<T>> here,
            long deadline,
            CompletableFuture<T> result) {}

    private <T> void attempt(Attempt<T> attempt) {
        parts.membership().whenSettled(() -> {
            int srun = attempt.whom.get();
            if (srun == parts.self() || srun == View.NOBODY) {
                attempt.here.get().whenComplete((value, failure) -> complete(attempt.result, value, failure));
                return;
            }
            parts.calls().call(srun, attempt.question, reply -> read(attempt, reply), failure -> {
                parts.membership().suspect(srun);
                if (isOver(attempt.deadline)) {
                    attempt.result.completeExceptionally(unavailable(attempt.key, failure.getMessage()));
                } else {
                    attempt(attempt);
                }
            });
        });
    }

    private static <T> void complete(CompletableFuture<T> result, @Nullable T value, @Nullable Throwable failure) {
        if (failure == null) {
            result.complete(value);
        } else {
            result.completeExceptionally(failure);
        }
    }

    private <T> void read(Attempt<T> attempt, Reply reply) {
        T value = attempt.reader.apply(reply);
        if (value != null) {
            attempt.result.complete(value);
        } else {
            String reason = reply instanceof Reply.Refused refused ? refused.reason() : "not an answer to that";
            attempt.result.completeExceptionally(unavailable(attempt.key, reason));
        }
    }

    // whether a copy is the latest

    /** Whether this srun may answer for a session from its own copy. */
    boolean isSure(SessionKey key) {
        return parts.membership().trust().isValid(parts.loop().nanoTime())
                && parts.membership().view().holds(parts.self(), key.id())
                && parts.replicas().get(key) != null;
    }

    /** Completes when this srun has the latest state of a session, if there is one. */
    private CompletableFuture<Void> sure(SessionKey key) {
        return isSure(key) ? CompletableFuture.completedFuture(null) : consult(key);
    }

    /** Asks the other sruns for what they have of a session, the other holder first. */
    private CompletableFuture<Void> consult(SessionKey key) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        consult(key, deadline(), done);
        return done;
    }

    private void consult(SessionKey key, long deadline, CompletableFuture<Void> done) {
        parts.membership().whenSettled(() -> {
            View view = parts.membership().view();
            int other = view.other(parts.self(), key.id());
            if (other == View.NOBODY) {
                consultNobody(key, done);
                return;
            }
            ask(
                    other,
                    key,
                    tells -> {
                        boolean isSettled = tells.sure() && !(tells.state() instanceof State.Unknown);
                        if (isSettled) {
                            done.complete(null);
                        } else {
                            consultAll(key, other, deadline, done);
                        }
                    },
                    failure -> {
                        parts.membership().suspect(other);
                        if (isOver(deadline)) {
                            done.completeExceptionally(unavailable(key, failure.getMessage()));
                        } else {
                            consult(key, deadline, done);
                        }
                    });
        });
    }

    private void consultNobody(SessionKey key, CompletableFuture<Void> done) {
        if (parts.settings().minAcks() <= 1) {
            done.complete(null);
        } else {
            done.completeExceptionally(unavailable(
                    key,
                    "no other srun is up, and min-acks is " + parts.settings().minAcks()));
        }
    }

    /** Who does not answer may be the one who knows: that nobody else does is no answer then. */
    private void consultAll(SessionKey key, int except, long deadline, CompletableFuture<Void> done) {
        List<Peer> others = parts.membership().live().stream()
                .filter(peer -> peer.index != except)
                .toList();
        int[] left = {others.size()};
        boolean[] isSilent = {false};
        Runnable answered = () -> {
            if (--left[0] > 0) {
                return;
            }
            if (!isSilent[0] || parts.replicas().peek(key) != null) {
                done.complete(null);
            } else if (isOver(deadline)) {
                done.completeExceptionally(unavailable(key, "not every srun that is up could be asked"));
            } else {
                consult(key, deadline, done);
            }
        };
        if (others.isEmpty()) {
            done.complete(null);
        }
        for (Peer peer : others) {
            ask(peer.index, key, tells -> answered.run(), failure -> {
                parts.membership().suspect(peer.index);
                isSilent[0] = true;
                answered.run();
            });
        }
    }

    private void ask(int srun, SessionKey key, Consumer<Reply.Tells> answered, Consumer<NoAnswerException> failed) {
        long known = parts.replicas().get(key) instanceof Replica.Live live ? live.revision() : Revision.NONE;
        parts.calls()
                .call(
                        srun,
                        new Question.Get(key, known),
                        reply -> {
                            if (reply instanceof Reply.Tells tells) {
                                parts.replicas().absorb(key, tells.state());
                                answered.accept(tells);
                            } else {
                                failed.accept(new NoAnswerException(srun, false));
                            }
                        },
                        failed);
    }

    private long deadline() {
        return parts.loop().nanoTime() + 2 * parts.settings().ackTimeout().toNanos();
    }

    private boolean isOver(long deadline) {
        return parts.loop().nanoTime() - deadline > 0;
    }

    // how it is

    /** May be called from any thread. */
    StoreHealth health() {
        View view = parts.membership().trust().view();
        boolean isUp = view.size() >= parts.settings().minAcks();
        return new StoreHealth(
                isUp, view + (isUp ? "" : "; min-acks is " + parts.settings().minAcks()));
    }

    /** Why something failed, without what futures wrap around it. */
    static Throwable reason(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    private StoreUnavailableException unavailable(SessionKey key, @Nullable String reason) {
        return new StoreUnavailableException(
                "session " + key + ": " + reason + " (" + parts.membership().view() + ")");
    }
}
