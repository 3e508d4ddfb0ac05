package org.ringlet.store;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ringlet.session.Application;
import org.ringlet.session.SessionDelta;
import org.ringlet.session.SessionId;
import org.ringlet.session.SessionKey;
import org.ringlet.session.SessionRecord;

/**
 * A store that can be told to fail, or to let its callers wait, in front of one that works; it counts what it is asked
 * for. A call that fails or waits has not reached the store behind.
 */
public final class FaultyStore implements SessionStore {
    /** What can be asked of a store. */
    public enum Verb {
        LOAD,
        SAVE,
        TOUCH,
        MOVE,
        END,
        EXPIRED,
        CLAIM,
        HEALTH
    }

    private final SessionStore behind;
    private final Map<Verb, AtomicInteger> calls = new EnumMap<>(Verb.class);
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile @Nullable Supplier<? extends RuntimeException> fault;
    private volatile @Nullable CountDownLatch gate;
    private volatile long cutOffAt = System.nanoTime();
    private volatile @Nullable Supplier<? extends RuntimeException> faultOfAnswers;

    public FaultyStore(SessionStore behind) {
        this.behind = behind;
        for (Verb verb : Verb.values()) {
            calls.put(verb, new AtomicInteger());
        }
    }

    /** From now on every call fails as if the store were down. */
    public void fail() {
        failWith(() -> new StoreUnavailableException("the store is down"));
    }

    /** From now on every call fails. */
    public void failWith(Supplier<? extends RuntimeException> exception) {
        fault = exception;
    }

    /** From now on every call is carried out, and then fails as if the answer had been lost. */
    public void loseAnswers() {
        faultOfAnswers = () -> new StoreUnavailableException("the answer of the store was lost");
    }

    /** From now on every call waits until {@link #recover}. */
    public void block() {
        gate = new CountDownLatch(1);
    }

    /** As if others had gone on without this srun until now. */
    public void wasCutOff() {
        cutOffAt = System.nanoTime();
    }

    @Override
    public boolean mayHaveMissed(long since) {
        return cutOffAt - since > 0;
    }

    /** Ends whatever was wrong; those who wait go on. */
    public void recover() {
        fault = null;
        faultOfAnswers = null;
        CountDownLatch closed = gate;
        gate = null;
        if (closed != null) {
            closed.countDown();
        }
    }

    /** How often the verb was asked for, failures included. */
    public int calls(Verb verb) {
        return calls.get(verb).get();
    }

    public void forgetCalls() {
        calls.values().forEach(count -> count.set(0));
    }

    /** How many callers wait for {@link #recover} now. */
    public int waiting() {
        return waiting.get();
    }

    @Override
    public LoadOutcome load(SessionKey key, long known) {
        return pass(Verb.LOAD, () -> behind.load(key, known));
    }

    @Override
    public SaveOutcome save(SessionKey key, SessionDelta delta, Supplier<SessionRecord> whole) {
        return pass(Verb.SAVE, () -> behind.save(key, delta, whole));
    }

    @Override
    public boolean touch(SessionKey key, Instant lastAccess) {
        return pass(Verb.TOUCH, () -> behind.touch(key, lastAccess));
    }

    @Override
    public SaveOutcome move(SessionKey from, SessionId to, SessionRecord record) {
        return pass(Verb.MOVE, () -> behind.move(from, to, record));
    }

    @Override
    public boolean end(SessionKey key) {
        return pass(Verb.END, () -> behind.end(key));
    }

    @Override
    public List<SessionKey> expired(Application application, Duration grace, int limit) {
        return pass(Verb.EXPIRED, () -> behind.expired(application, grace, limit));
    }

    @Override
    public ClaimOutcome claim(SessionKey key, Duration grace) {
        return pass(Verb.CLAIM, () -> behind.claim(key, grace));
    }

    @Override
    public StoreHealth health() {
        try {
            return pass(Verb.HEALTH, behind::health);
        } catch (StoreUnavailableException e) {
            return new StoreHealth(false, String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void close() {
        behind.close();
    }

    private <T> T pass(Verb verb, Supplier<T> call) {
        calls.get(verb).incrementAndGet();
        awaitGate();
        throwIfSet(fault);
        T answer = call.get();
        throwIfSet(faultOfAnswers);
        return answer;
    }

    private static void throwIfSet(@Nullable Supplier<? extends RuntimeException> exception) {
        if (exception != null) {
            throw exception.get();
        }
    }

    private void awaitGate() {
        CountDownLatch closed = gate;
        if (closed == null) {
            return;
        }
        waiting.incrementAndGet();
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreUnavailableException("interrupted while the store did not answer", e);
        } finally {
            waiting.decrementAndGet();
        }
    }
}
