package org.ringlet.store.ring;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.ringlet.session.Application;
import org.ringlet.session.Entry;
import org.ringlet.session.SessionDelta;
import org.ringlet.session.SessionId;
import org.ringlet.session.SessionKey;
import org.ringlet.session.SessionRecord;
import org.ringlet.store.ClaimOutcome;
import org.ringlet.store.LoadOutcome;
import org.ringlet.store.SaveOutcome;
import org.ringlet.store.SessionStore;
import org.ringlet.store.StoreHealth;
import org.ringlet.store.StoreStatus;
import org.ringlet.store.StoreUnavailableException;

/** The ring as a store: for threads that wait until it is done. */
@SuppressWarnings("FutureReturnValueIgnored") // failures are passed on
final class RingStore implements SessionStore {
    /** So that a whole record, and what is said of it, is a frame. */
    static final int LARGEST_SESSION = FrameDecoder.LONGEST / 4 * 3;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final RingTransport transport;
    private final Sessions sessions;
    private final Duration patience;
    private final Runnable whenClosed;
    private boolean closed;

    /** @param patience longer than the ring itself takes to give up */
    RingStore(RingTransport transport, Duration patience, Runnable whenClosed) {
        this.transport = transport;
        this.sessions = transport.node().sessions();
        this.patience = patience;
        this.whenClosed = whenClosed;
    }

    @Override
    public boolean isInMemory() {
        return true;
    }

    @Override
    public boolean mayHaveMissed(long since) {
        return transport.node().membership().wasUntrustedSince(since);
    }

    @Override
    public LoadOutcome load(SessionKey key, long known) {
        LoadOutcome trusted = sessions.loadTrusted(key, known);
        return trusted != null ? trusted : awaitThroughPause(key, () -> sessions.load(key, known));
    }

    @Override
    public SaveOutcome save(SessionKey key, SessionDelta delta, Supplier<SessionRecord> whole) {
        if (delta.isFirst()) {
            SessionRecord record = whole.get();
            return send(key, record.size(), () -> sessions.create(key, record));
        }
        return send(key, size(delta), () -> sessions.save(key, delta));
    }

    private static long size(SessionDelta delta) {
        long size = 0;
        for (Entry entry : delta.changes().values()) {
            size += entry instanceof Entry.Value value ? value.bytes().size() : 0;
        }
        return size;
    }

    @Override
    public boolean touch(SessionKey key, Instant lastAccess) {
        return awaitThroughPause(key, () -> sessions.touch(key, lastAccess));
    }

    @Override
    public SaveOutcome move(SessionKey from, SessionId to, SessionRecord record) {
        if (from.id().equals(to)) {
            throw new IllegalArgumentException(from + ": moved to its own id");
        }
        return send(from, record.size(), () -> sessions.move(from, to, record));
    }

    @Override
    public boolean end(SessionKey key) {
        long by = RANDOM.nextLong();
        return awaitThroughPause(key, () -> sessions.end(key, by));
    }

    @Override
    public List<SessionKey> expired(Application application, Duration grace, int limit) {
        return sessions.expired(application, grace, limit);
    }

    @Override
    public ClaimOutcome claim(SessionKey key, Duration grace) {
        return await(key, () -> sessions.claim(key, grace));
    }

    @Override
    public StoreHealth health() {
        return sessions.health();
    }

    @Override
    public StoreStatus status() {
        RingNode node = transport.node();
        RingFigures figures = node.figures();
        Map<String, Long> known = new HashMap<>();
        known.put("holdersUp", (long) node.membership().trust().view().size());
        known.put("underReplicated", figures.sessionsOnOneSrun());
        known.put("replicas", (long) node.replicas().size());
        known.put("savesWithFewerCopies", figures.underReplicatedSaves());
        if (figures.wasInSync()) {
            Duration since = Duration.ofNanos(transport.nanoTime() - figures.inSyncAt());
            known.put("lastSync", Instant.now().minus(since).toEpochMilli());
        }
        return new StoreStatus(node.phase(), known);
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            whenClosed.run();
        }
    }

    /** Does something that sends so many bytes, when there is room for them. */
    private <T> T send(SessionKey key, long bytes, Supplier<CompletableFuture<T>> verb) {
        Budget budget = transport.budget();
        int taken;
        try {
            taken = budget.take(bytes, patience);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreUnavailableException("session " + key + ": interrupted", e);
        }
        if (taken == 0) {
            throw new StoreUnavailableException("session " + key + ": no room to send " + bytes
                    + " bytes to the other sruns in " + patience.toMillis() + " ms");
        }
        try {
            return awaitThroughPause(key, verb);
        } finally {
            budget.giveBack(taken);
        }
    }

    /**
     * For what may be done twice. When this srun was paused, time ran out while it could neither ask nor listen: that says
     * nothing of the others, so they are asked again.
     */
    private <T> T awaitThroughPause(SessionKey key, Supplier<CompletableFuture<T>> verb) {
        long start = transport.nanoTime();
        try {
            return await(key, verb);
        } catch (StoreUnavailableException e) {
            if (!transport.node().membership().wasPausedSince(start)) {
                throw e;
            }
            return await(key, verb);
        }
    }

    private <T> T await(SessionKey key, Supplier<CompletableFuture<T>> verb) {
        CompletableFuture<T> result = new CompletableFuture<>();
        transport.execute(() -> begin(verb, result));
        try {
            return result.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof StoreUnavailableException unavailable) {
                throw new StoreUnavailableException(String.valueOf(unavailable.getMessage()), unavailable);
            }
            throw new IllegalStateException("session " + key + ": the ring failed", e.getCause());
        } catch (TimeoutException e) {
            throw new StoreUnavailableException(
                    "session " + key + ": the ring gave no answer in " + patience.toMillis() + " ms", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreUnavailableException("session " + key + ": interrupted", e);
        }
    }

    private static <T> void begin(Supplier<CompletableFuture<T>> verb, CompletableFuture<T> result) {
        try {
            verb.get().whenComplete((value, failure) -> {
                if (failure == null) {
                    result.complete(value);
                } else {
                    result.completeExceptionally(Sessions.reason(failure));
                }
            });
        } catch (RuntimeException e) {
            result.completeExceptionally(e);
        }
    }
}
