package org.ringlet.store.ring;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.ringlet.cluster.RingSettings;
import org.ringlet.session.SessionKey;
import org.ringlet.session.SessionRecord;
import org.ringlet.store.StoreUnavailableException;

/**
 * One change of a session on its way to those who must have it before it is acknowledged: the holders, as this srun sees
 * them, and whoever may still trust a copy by this srun's word. Confined to the loop.
 *
 * <p>A holder that does not answer is replaced by the next one, which gets the whole record. When twice the
 * {@code ack-timeout} has passed, {@code min-acks} copies are enough.
 */
final class Replication {
    private static final Duration LOOK_AGAIN = Duration.ofMillis(10);

    private final SessionKey key;
    private final @Nullable Question change;
    private final Set<Integer> informed = new HashSet<>();
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final Parts parts;
    private final long deadline;
    private boolean isFirstAttempt = true;

    /** What a replication works with. */
    record Parts(
            int self,
            RingSettings settings,
            Loop loop,
            Membership membership,
            Replicas replicas,
            Calls calls,
            RingFigures figures) {}

    private Replication(Parts parts, SessionKey key, @Nullable Question change, Set<Integer> informed) {
        this.parts = parts;
        this.key = key;
        this.change = change;
        this.informed.addAll(informed);
        this.deadline = parts.loop.nanoTime() + 2 * parts.settings.ackTimeout().toNanos();
    }

    /**
     * Sends on what is in the replicas.
     *
     * @param change what is told to a holder that is expected to have the rest; null: it is told all
     * @return completes when the change may be acknowledged, exceptionally with a {@link StoreUnavailableException}
     */
    static CompletableFuture<Void> of(Parts parts, SessionKey key, @Nullable Question change) {
        return start(new Replication(parts, key, change, Set.of()));
    }

    /** Passes on what came from another srun, to whom else must have it. */
    static CompletableFuture<Void> passOn(Parts parts, SessionKey key, Question change, int source) {
        return start(new Replication(parts, key, change, Set.of(source)));
    }

    private static CompletableFuture<Void> start(Replication replication) {
        replication.parts.replicas.hold(replication.key);
        replication.proceed();
        return replication.done;
    }

    private void proceed() {
        int target = nextTarget();
        long late = parts.loop.nanoTime() - deadline;
        if (target == View.NOBODY) {
            settle();
        } else if (late < 0) {
            tell(target);
        } else if (copies() < parts.settings.minAcks()
                || late > parts.settings.deadTime().toNanos()) {
            fail();
        } else if (barrier().isZero()) {
            finish();
        } else {
            // it is to be replaced, but lives, and may trust its copy
            tell(target);
        }
    }

    private int nextTarget() {
        View view = parts.membership.view();
        int first = view.first(key.id());
        if (isToBeTold(first)) {
            return first;
        }
        int second = view.second(key.id());
        return isToBeTold(second) ? second : View.NOBODY;
    }

    private boolean isToBeTold(int holder) {
        return holder != View.NOBODY && holder != parts.self && !informed.contains(holder);
    }

    private int copies() {
        return 1 + informed.size();
    }

    /** Null if there is nothing here any more. */
    private @Nullable Question all() {
        Replica replica = parts.replicas.get(key);
        if (replica instanceof Replica.Alive alive) {
            return new Question.KeepAll(key, alive.record(), parts.replicas.idle(alive));
        }
        return replica instanceof Replica.Ended ended
                ? new Question.KeepEnd(key, ended.tombstone(), parts.replicas.age(ended))
                : null;
    }

    private void tell(int target) {
        Question question = isFirstAttempt && change != null ? change : all();
        isFirstAttempt = false;
        if (question == null) {
            fail();
            return;
        }
        parts.calls.call(target, question, reply -> answered(target, reply), failure -> {
            parts.membership.suspect(target);
            proceed();
        });
    }

    private void answered(int target, Reply reply) {
        if (reply instanceof Reply.Kept) {
            informed.add(target);
        } else if (reply instanceof Reply.HasEnded ended) {
            parts.replicas.end(key, ended.tombstone(), ended.age());
            informed.add(target);
        } else if (reply instanceof Reply.Has has) {
            parts.replicas.merge(key, has.record());
            if (isSame(has.record())) {
                informed.add(target);
            }
        } else if (reply instanceof Reply.Refused) {
            lookAgain(LOOK_AGAIN);
            return;
        }
        proceed();
    }

    private boolean isSame(SessionRecord theirs) {
        return parts.replicas.get(key) instanceof Replica.Alive ours && ours.revision() == theirs.revision();
    }

    private void settle() {
        Duration wait = barrier();
        if (wait.isZero()) {
            finish();
        } else {
            lookAgain(wait);
        }
    }

    private Duration barrier() {
        return parts.membership.barrier(key.id(), informed);
    }

    private void lookAgain(Duration wait) {
        parts.loop.after(wait.compareTo(LOOK_AGAIN) < 0 ? wait : LOOK_AGAIN, this::proceed);
    }

    private void finish() {
        if (copies() < parts.settings.minAcks()) {
            fail();
            return;
        }
        if (copies() < parts.settings.acks()) {
            parts.figures.underReplicated();
        }
        parts.replicas.whenDurable(() -> {
            done.complete(null);
            parts.replicas.release(key);
        });
    }

    private void fail() {
        done.completeExceptionally(new StoreUnavailableException("session " + key + " is on " + copies() + " of "
                + parts.settings.acks() + " sruns, and min-acks is " + parts.settings.minAcks() + " ("
                + parts.membership.view() + ")"));
        parts.replicas.release(key);
    }
}
