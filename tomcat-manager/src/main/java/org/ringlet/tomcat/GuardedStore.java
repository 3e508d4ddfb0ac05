package org.ringlet.tomcat;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ringlet.session.Application;
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

/**
 * A store that is not asked again while it is known to be down: once it could not answer, calls fail at once, but for
 * one a second, which asks for its health and goes through when that is good.
 */
final class GuardedStore implements SessionStore {
    private static final System.Logger LOG = System.getLogger(GuardedStore.class.getName());
    private static final long NANOS_BETWEEN_PROBES = Duration.ofSeconds(1).toNanos();

    private final SessionStore store;
    private final String application;
    private final LongSupplier nanoClock;
    private final AtomicBoolean probing = new AtomicBoolean();
    private volatile @Nullable Outage outage;

    private record Outage(String reason, long since, long lastProbe) {}

    GuardedStore(SessionStore store, String application, LongSupplier nanoClock) {
        this.store = store;
        this.application = application;
        this.nanoClock = nanoClock;
    }

    @Override
    public boolean isInMemory() {
        return store.isInMemory();
    }

    @Override
    public boolean mayHaveMissed(long since) {
        return store.mayHaveMissed(since);
    }

    @Override
    public LoadOutcome load(SessionKey key, long known) {
        return guarded(() -> store.load(key, known));
    }

    @Override
    public SaveOutcome save(SessionKey key, SessionDelta delta, Supplier<SessionRecord> whole) {
        return guarded(() -> store.save(key, delta, whole));
    }

    @Override
    public boolean touch(SessionKey key, Instant lastAccess) {
        return guarded(() -> store.touch(key, lastAccess));
    }

    @Override
    public SaveOutcome move(SessionKey from, SessionId to, SessionRecord record) {
        return guarded(() -> store.move(from, to, record));
    }

    @Override
    public boolean end(SessionKey key) {
        return guarded(() -> store.end(key));
    }

    @Override
    public List<SessionKey> expired(Application of, Duration grace, int limit) {
        return guarded(() -> store.expired(of, grace, limit));
    }

    @Override
    public ClaimOutcome claim(SessionKey key, Duration grace) {
        return guarded(() -> store.claim(key, grace));
    }

    @Override
    public StoreStatus status() {
        return store.status();
    }

    @Override
    public StoreHealth health() {
        return store.health();
    }

    @Override
    public void close() {
        store.close();
    }

    private <T> T guarded(Supplier<T> call) {
        Outage current = outage;
        if (current != null && !isBack(current)) {
            throw new StoreUnavailableException("the store is down: " + current.reason());
        }
        try {
            return call.get();
        } catch (StoreUnavailableException e) {
            noteDown(e);
            throw e;
        }
    }

    private boolean isBack(Outage current) {
        long now = nanoClock.getAsLong();
        if (now - current.lastProbe() < NANOS_BETWEEN_PROBES || !probing.compareAndSet(false, true)) {
            return false;
        }
        try {
            StoreHealth health = store.health();
            if (health.up()) {
                outage = null;
                LOG.log(
                        Level.INFO,
                        application + ": the store is back after "
                                + Duration.ofNanos(now - current.since()).toSeconds() + " s: " + health.detail());
            } else {
                outage = new Outage(health.detail(), current.since(), nanoClock.getAsLong());
            }
            return health.up();
        } finally {
            probing.set(false);
        }
    }

    /** What could not be done for one session says nothing of the others, if the store is well. */
    private void noteDown(StoreUnavailableException e) {
        if (outage == null && !store.health().up()) {
            long now = nanoClock.getAsLong();
            outage = new Outage(String.valueOf(e.getMessage()), now, now);
            LOG.log(Level.ERROR, application + ": the store is down: " + e.getMessage(), e);
        }
    }
}
