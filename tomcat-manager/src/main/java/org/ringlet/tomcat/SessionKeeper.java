package org.ringlet.tomcat;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
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
import org.ringlet.store.SessionStore;
import org.ringlet.store.StoreUnavailableException;
import org.ringlet.store.UnreadableSessionException;

/**
 * Keeps the sessions in memory and those in the store the same: what is loaded when, what a save does, and how a session
 * ends. Knows nothing of requests but their {@link RequestScope}.
 *
 * <p><b>Locks.</b> One is held while a save of a session is with the store. No application code runs under it: values are
 * encoded before, and if another save was confirmed meanwhile they are encoded again.
 */
final class SessionKeeper {
    private static final System.Logger LOG = System.getLogger(SessionKeeper.class.getName());
    private static final int MAX_ENCODINGS = 8;
    private static final int SWEEP_BATCH = 200;
    private static final Duration CLOCK_TICK = Duration.ofSeconds(1);

    /**
     * Held while a save is with the store, and while a session ends, so that no two of these overlap for one session.
     * Many sessions share one of many, since most sit idle and each would have to carry its own.
     */
    private static final ReentrantLock[] STORING = new ReentrantLock[4096];

    static {
        Arrays.setAll(STORING, i -> new ReentrantLock());
    }

    private final RingletManager manager;
    private final Application application;
    private final SessionStore store;
    private final Serialization serialization;
    private final ManagerSettings settings;
    private final Counters counters;
    private final RecentSessions recent = new RecentSessions();
    private final PauseWatch pauses = new PauseWatch(System::nanoTime);

    /** Sessions with changes that the store does not have because it was down. */
    private final Set<RingletSession> unsaved = ConcurrentHashMap.newKeySet();

    /** Sessions that have ended here while the store was down. */
    private final Set<SessionKey> unended = ConcurrentHashMap.newKeySet();

    SessionKeeper(
            RingletManager manager,
            Application application,
            SessionStore store,
            Serialization serialization,
            ManagerSettings settings,
            Counters counters) {
        this.manager = manager;
        this.application = application;
        this.store = store;
        this.serialization = serialization;
        this.settings = settings;
        this.counters = counters;
    }

    Application application() {
        return application;
    }

    Serialization serialization() {
        return serialization;
    }

    SessionStore store() {
        return store;
    }

    RecentSessions recent() {
        return recent;
    }

    PauseWatch pauses() {
        return pauses;
    }

    int unsavedSessions() {
        return unsaved.size();
    }

    // finding

    /**
     * The session of an id, from memory or the store; null if there is none.
     *
     * @throws StoreUnavailableException if it is not in memory and the store can't tell
     */
    @Nullable
    RingletSession find(SessionId id) {
        SessionKey key = application.key(id);
        RequestScope scope = RequestScope.current();
        if (scope != null && scope.knowsAsOf() == 0) {
            scope.knowsAsOf(serialization.clock().nextTime());
        }
        RingletSession local = manager.local(id);
        if (local != null && !local.hasEnded()) {
            return upToDate(local, key, scope);
        }
        if (unended.contains(key) || isMoving(key) || (scope != null && scope.isAbsent(key))) {
            return null;
        }
        RingletSession loaded = load(key);
        if (loaded == null && scope != null) {
            scope.noteAbsent(key);
        }
        if (loaded != null && scope != null) {
            scope.isFirstCheck(key);
        }
        return loaded;
    }

    /** Whether a session that had the id has another one here, and the store has not heard of that yet. */
    private boolean isMoving(SessionKey key) {
        return manager.isFormerId(key.id());
    }

    private @Nullable RingletSession upToDate(RingletSession session, SessionKey key, @Nullable RequestScope scope) {
        if (!isToBeChecked(session, key, scope)) {
            return session;
        }
        try {
            counters.loads.increment();
            LoadOutcome outcome = store.load(key, session.record().revision());
            session.checkedAt(System.nanoTime());
            if (outcome instanceof LoadOutcome.Changed changed) {
                session.adopt(changed.record());
                session.accessedElsewhere(changed.idle().toMillis());
                return session;
            }
            if (outcome instanceof LoadOutcome.Unchanged unchanged) {
                counters.unchangedLoads.increment();
                session.accessedElsewhere(unchanged.idle().toMillis());
                return session;
            }
            session.discard();
            return null;
        } catch (UnreadableSessionException e) {
            LOG.log(Level.ERROR, session + ": what the store has can't be read; the copy in memory serves", e);
            return session;
        } catch (StoreUnavailableException e) {
            if (settings.storeDown() == StoreDown.FAIL) {
                throw failed(scope, e);
            }
            return session;
        }
    }

    private boolean isToBeChecked(RingletSession session, SessionKey key, @Nullable RequestScope scope) {
        boolean isStored = session.storedAs().filter(key.id()::equals).isPresent();
        if (!isStored || unsaved.contains(session) || session.hasEnded()) {
            return false;
        }
        boolean isDue = store.isInMemory()
                || settings.loadPolicy() == LoadPolicy.ALWAYS_LOAD
                || System.nanoTime() - session.checkedAt()
                        > settings.reloadInterval().toNanos()
                || (scope != null && scope.standsIn());
        return isDue && (scope == null || scope.isFirstCheck(key));
    }

    private @Nullable RingletSession load(SessionKey key) {
        LoadOutcome outcome;
        try {
            counters.loads.increment();
            outcome = store.load(key, Revision.NONE);
        } catch (StoreUnavailableException | UnreadableSessionException e) {
            throw failed(RequestScope.current(), e);
        }
        if (!(outcome instanceof LoadOutcome.Changed found)) {
            return null;
        }
        Duration idle = found.idle();
        if (isOver(found)) {
            // what is known here may be old: who decides may have heard of a later access
            if (!(expireAbandoned(key) instanceof ClaimOutcome.Refused refused)
                    || isOver(found.record(), refused.idle())) {
                return null;
            }
            idle = refused.idle();
        }
        RingletSession session = manager.emptySession();
        session.restore(manager.withRoute(key.id()), found.record(), idle);
        session.checkedAt(System.nanoTime());
        return manager.register(session);
    }

    /** An access that the srun that served the session has not stored yet is allowed for. */
    private boolean isOver(LoadOutcome.Changed found) {
        return isOver(found.record(), found.idle());
    }

    private boolean isOver(SessionRecord record, Duration idle) {
        return record.timeout()
                .filter(timeout -> idle.compareTo(timeout.plus(grace())) >= 0)
                .isPresent();
    }

    /** Whether an id that a client has chosen may be given to a new session. */
    boolean isFree(SessionId id) {
        SessionKey key = application.key(id);
        if (manager.local(id) != null || unended.contains(key) || isMoving(key)) {
            return false;
        }
        try {
            return store.load(key, Revision.NONE) instanceof LoadOutcome.Missing;
        } catch (StoreUnavailableException | UnreadableSessionException e) {
            LOG.log(Level.DEBUG, "the store can't tell whether an id is free, so a new one is made", e);
            return false;
        }
    }

    // saving

    /**
     * Stores what has changed in a session, if anything has.
     *
     * @throws StoreUnavailableException if the store can't and {@code storeDown} is {@code fail}
     * @throws SessionTooLargeException if the session has become too large
     */
    void save(RingletSession session) {
        if (settings.saveMode() != SaveMode.ON_SHUTDOWN) {
            saveNow(session);
        }
    }

    private void saveNow(RingletSession session) {
        for (int attempt = 1; !session.hasEnded(); attempt++) {
            long confirmations = session.record().confirmations();
            List<LiveRecord.Change> changes = session.record().changes();
            ReentrantLock storing = storing(session);
            storing.lock();
            try {
                // another thread's save may have stored newer bytes than these while they were encoded
                if (session.record().confirmations() == confirmations || attempt == MAX_ENCODINGS) {
                    store(session, changes);
                    return;
                }
            } finally {
                storing.unlock();
            }
        }
    }

    private static ReentrantLock storing(RingletSession session) {
        return STORING[System.identityHashCode(session) & (STORING.length - 1)];
    }

    private void store(RingletSession session, List<LiveRecord.Change> changes) {
        if (session.hasEnded()) {
            return;
        }
        if (session.isStoredUnderItsId() && changes.isEmpty()) {
            touchIfDue(session);
            return;
        }
        long access = session.getThisAccessedTimeInternal();
        boolean mayBeOvertaken = mayBeOvertaken();
        List<LiveRecord.Change> stamped = mayBeOvertaken ? stampedAsKnown(changes) : changes;
        SaveOutcome outcome;
        try {
            outcome = offer(session, stamped, Instant.ofEpochMilli(access));
        } catch (StoreUnavailableException | UnreadableSessionException e) {
            unsaved.add(session);
            counters.unsaved.increment();
            if (settings.storeDown() == StoreDown.FAIL) {
                throw e;
            }
            return;
        }
        unsaved.remove(session);
        counters.saves.increment();
        if (outcome instanceof SaveOutcome.Ended) {
            session.discard();
            return;
        }
        session.record().confirm(stamped);
        if (outcome instanceof SaveOutcome.Merged merged) {
            counters.merges.increment();
            session.adopt(merged.now());
        }
        session.storedAs().filter(id -> !id.equals(session.plainId())).ifPresent(manager::forgetFormerId);
        session.storedAs(session.plainId());
        session.accessStoredAt(access);
        session.checkedAt(System.nanoTime());
        if (outcome instanceof SaveOutcome.Merged merged && (mayBeOvertaken || mayBeOvertaken())) {
            refuseIfOvertaken(session, stamped, merged.now());
        } else if (RequestScope.current() != null) {
            RequestScope.current().knowsAsOf(serialization.clock().nextTime());
        }
    }

    /**
     * Whether this request was held up, so that what it read may have changed elsewhere since, unnoticed. Its changes are
     * then stamped as of what it knew: they lose against all that came later, and it is told so.
     */
    private boolean mayBeOvertaken() {
        RequestScope scope = RequestScope.current();
        return scope != null
                && scope.knowsAsOf() != 0
                && (pauses.pausedSince(scope.begun()) || store.mayHaveMissed(scope.begun()));
    }

    private List<LiveRecord.Change> stampedAsKnown(List<LiveRecord.Change> changes) {
        long known = Objects.requireNonNull(RequestScope.current()).knowsAsOf();
        return changes.stream()
                .map(change -> change.stamped(serialization.stamp(known)))
                .toList();
    }

    private void refuseIfOvertaken(RingletSession session, List<LiveRecord.Change> changes, SessionRecord now) {
        for (LiveRecord.Change change : changes) {
            if (!change.entry().equals(now.entries().get(change.name()))) {
                counters.overtaken.increment();
                throw new OvertakenException(
                        session + ": \"" + change.name() + "\" has changed on another srun while this"
                                + " one was paused or cut off; that change is kept, and this request's is not");
            }
        }
    }

    private SaveOutcome offer(RingletSession session, List<LiveRecord.Change> changes, Instant access) {
        if (session.isStoredUnderItsId()) {
            SessionDelta delta = session.record().delta(changes, access);
            checkSize(session, changes);
            return store.save(session.key(), delta, () -> session.record().whole(changes, access));
        }
        SessionRecord whole = session.record().whole(changes, access);
        checkSize(session, changes);
        Optional<SessionId> storedAs = session.storedAs();
        return storedAs.isPresent()
                ? store.move(application.key(storedAs.get()), session.plainId(), whole)
                : store.save(session.key(), SessionDelta.creating(whole), () -> whole);
    }

    private void checkSize(RingletSession session, List<LiveRecord.Change> changes) {
        long size = session.record().sizeWith(changes);
        if (size > settings.maxSessionSize()) {
            session.record().revert();
            counters.tooLarge.increment();
            throw new SessionTooLargeException(session + " would have " + size + " bytes; maxSessionSize is "
                    + settings.maxSessionSize() + ". Its state before this request is kept. Largest: "
                    + LiveRecord.largest(changes));
        }
    }

    private void touchIfDue(RingletSession session) {
        long access = session.getThisAccessedTimeInternal();
        if (access - session.accessStoredAt() < settings.accessUpdateMillis(session.getMaxInactiveInterval())) {
            return;
        }
        try {
            counters.touches.increment();
            boolean isAlive = store.touch(session.key(), Instant.ofEpochMilli(access));
            if (!isAlive) {
                session.discard();
                return;
            }
            session.accessStoredAt(access);
        } catch (StoreUnavailableException | UnreadableSessionException e) {
            LOG.log(Level.DEBUG, session + ": the access could not be stored", e);
        }
    }

    /** How much longer than its timeout a session may be idle before an srun that does not serve it ends it. */
    private Duration grace() {
        return Duration.ofMillis(settings.accessUpdateMillis(0)).plusSeconds(1);
    }

    /** The end of one request's use of a session. Never throws. */
    void finish(RingletSession session) {
        if (session.isSettled() || session.hasEnded()) {
            return;
        }
        try {
            save(session);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, session + ": changes made after the response was committed are not saved", e);
        }
    }

    // ending

    /** Ends a session because the application wants to, and fires the events if it has not ended elsewhere before. */
    void end(RingletSession session, boolean notify) {
        boolean isFirst;
        ReentrantLock storing = storing(session);
        storing.lock();
        try {
            if (session.hasEnded()) {
                return;
            }
            isFirst = endInStore(session);
            session.markEnded();
            unsaved.remove(session);
        } finally {
            storing.unlock();
        }
        session.expireHere(notify && isFirst);
    }

    private boolean endInStore(RingletSession session) {
        SessionId id = session.storedAs().orElse(session.plainId());
        if (session.storedAs().isEmpty() && !unsaved.contains(session)) {
            return true;
        }
        SessionKey key = application.key(id);
        try {
            counters.ends.increment();
            return store.end(key) || session.storedAs().isEmpty();
        } catch (StoreUnavailableException e) {
            if (settings.storeDown() == StoreDown.FAIL) {
                throw failed(RequestScope.current(), e);
            }
            unended.add(key);
            return true;
        }
    }

    /** Ends a session that nobody has used here for its timeout, unless somebody has elsewhere. */
    void expireIfIdle(RingletSession session) {
        if (session.storedAs().isEmpty()) {
            end(session, true);
            return;
        }
        try {
            SessionKey key = application.key(session.storedAs().get());
            ClaimOutcome outcome = store.claim(key, isServedElsewhere(session, key) ? grace() : Duration.ZERO);
            if (outcome instanceof ClaimOutcome.Claimed claimed) {
                session.adopt(claimed.last());
                expireClaimed(session, key);
            } else if (outcome instanceof ClaimOutcome.Refused refused) {
                session.accessedElsewhere(refused.idle().toMillis());
            } else {
                session.discard();
            }
        } catch (StoreUnavailableException | UnreadableSessionException e) {
            LOG.log(Level.DEBUG, session + ": idle, but the store can't tell whether elsewhere too", e);
        }
    }

    /** Whether another srun has stored a later access than the last one here: what it has not stored yet is allowed for. */
    private boolean isServedElsewhere(RingletSession session, SessionKey key) {
        LoadOutcome outcome = store.load(key, session.record().revision());
        Duration idle = outcome instanceof LoadOutcome.Changed changed
                ? changed.idle()
                : outcome instanceof LoadOutcome.Unchanged unchanged ? unchanged.idle() : Duration.ZERO;
        return idle.plus(CLOCK_TICK).toMillis() < session.getIdleTimeInternal();
    }

    private void expireClaimed(RingletSession session, SessionKey key) {
        session.markEnded();
        session.expireHere(true);
        counters.expirations.increment();
        try {
            store.end(key);
        } catch (StoreUnavailableException e) {
            // its events are fired: nobody else must do so again
            unended.add(key);
            throw e;
        }
    }

    /** Fires the events of a session that no srun serves any more, and ends it, unless it may not be claimed. */
    private ClaimOutcome expireAbandoned(SessionKey key) {
        try {
            ClaimOutcome outcome = store.claim(key, grace());
            if (outcome instanceof ClaimOutcome.Claimed claimed) {
                RingletSession session = manager.emptySession();
                session.restore(manager.withRoute(key.id()), claimed.last(), Duration.ZERO);
                expireClaimed(session, key);
            }
            return outcome;
        } catch (UnreadableSessionException e) {
            LOG.log(Level.WARNING, key + " has expired and can't be read: ended without events", e);
            store.end(key);
            return new ClaimOutcome.Gone();
        }
    }

    // background work

    /** What has to be done now and then. Never throws: one broken session doesn't stop the rest. */
    void sweep() {
        retry();
        for (RingletSession session : manager.locals()) {
            attempt("look after " + session, () -> lookAfter(session));
        }
        attempt("look for expired sessions", () -> {
            // as long as there are many and they do end
            while (sweepAbandoned() == SWEEP_BATCH) {
                LOG.log(Level.DEBUG, () -> application + ": more sessions have expired");
            }
        });
    }

    /** Returns how many have ended. */
    private int sweepAbandoned() {
        int ended = 0;
        for (SessionKey key : store.expired(application, grace(), SWEEP_BATCH)) {
            if (manager.local(key.id()) == null && expires(key)) {
                ended++;
            }
        }
        return ended;
    }

    private boolean expires(SessionKey key) {
        boolean[] ended = {false};
        attempt("expire " + key, () -> ended[0] = expireAbandoned(key) instanceof ClaimOutcome.Claimed);
        return ended[0];
    }

    /** Tells the store what it could not be told while it was down. Never throws. */
    void retry() {
        for (SessionKey key : unended) {
            attempt("end " + key, () -> {
                store.end(key);
                unended.remove(key);
            });
        }
        for (RingletSession session : unsaved) {
            attempt("save " + session, () -> saveNow(session));
        }
    }

    private void lookAfter(RingletSession session) {
        if (session.isInUse()) {
            session.stillAccessed();
            touchIfStored(session);
        } else {
            boolean alive = session.isValid();
            LOG.log(Level.TRACE, () -> session + (alive ? " lives on" : " has expired"));
        }
    }

    private void touchIfStored(RingletSession session) {
        ReentrantLock storing = storing(session);
        storing.lock();
        try {
            if (session.isStoredUnderItsId()) {
                touchIfDue(session);
            }
        } finally {
            storing.unlock();
        }
    }

    private static void attempt(String what, Runnable work) {
        try {
            work.run();
        } catch (StoreUnavailableException e) {
            LOG.log(Level.DEBUG, () -> "could not " + what, e);
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "could not " + what, e);
        }
    }

    /** Stores all that is not stored yet, at the end of this application's life in this JVM. */
    void flush() {
        for (RingletSession session : manager.locals()) {
            attempt("save " + session, () -> saveNow(session));
        }
        if (!unsaved.isEmpty()) {
            LOG.log(
                    Level.WARNING,
                    application + ": " + unsaved.size() + " sessions have changes that the store could not take: "
                            + store.health().detail());
        }
    }

    private static RuntimeException failed(@Nullable RequestScope scope, RuntimeException reason) {
        if (scope != null) {
            scope.fail(reason);
        }
        return reason;
    }
}
