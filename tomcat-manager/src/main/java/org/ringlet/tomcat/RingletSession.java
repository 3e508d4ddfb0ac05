package org.ringlet.tomcat;

import jakarta.servlet.http.HttpSessionActivationListener;
import jakarta.servlet.http.HttpSessionEvent;
import java.security.Principal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.stream.Stream;
import org.apache.catalina.Manager;
import org.apache.catalina.authenticator.Constants;
import org.apache.catalina.session.StandardSession;
import org.jspecify.annotations.Nullable;
import org.ringlet.session.Reserved;
import org.ringlet.session.SessionId;
import org.ringlet.session.SessionKey;
import org.ringlet.session.SessionRecord;

/**
 * A session of Tomcat's whose attributes are in a {@link LiveRecord}. What it does about the store it leaves to its
 * {@link SessionKeeper}.
 *
 * <p>Principal, authentication type and the notes of a FORM login are entries of the record too, if
 * {@code persistAuthentication} is on.
 */
final class RingletSession extends StandardSession {
    private static final String PRINCIPAL = Reserved.PREFIX + "principal";
    private static final String AUTH_TYPE = Reserved.PREFIX + "authType";
    private static final String NOTE_PREFIX = Reserved.PREFIX + "note:";

    private static final AtomicIntegerFieldUpdater<RingletSession> REQUESTS =
            AtomicIntegerFieldUpdater.newUpdater(RingletSession.class, "requests");

    private final transient SessionKeeper keeper;
    private final transient LiveRecord record;
    private final transient boolean persistAuthentication;

    private static final AtomicIntegerFieldUpdater<RingletSession> RECENT =
            AtomicIntegerFieldUpdater.newUpdater(RingletSession.class, "recent");

    private transient volatile int requests;
    private transient volatile int recent;
    private transient volatile @Nullable SessionId plainId;
    private transient volatile @Nullable SessionId storedAs;
    private transient volatile boolean ended;
    private transient volatile long checkedAt;
    private transient volatile long accessStoredAt;
    private transient volatile long settledAt = -1;

    RingletSession(Manager manager, SessionKeeper keeper, Frames frames, boolean persistAuthentication) {
        super(manager);
        this.keeper = keeper;
        this.persistAuthentication = persistAuthentication;
        this.record = new LiveRecord(keeper.serialization(), this::activated);
        this.attributes = frames == Frames.SESSION ? new GraphAttributes(record) : new FramedAttributes(record);
    }

    SessionKeeper keeper() {
        return keeper;
    }

    LiveRecord record() {
        return record;
    }

    /** The id without its route. */
    SessionId plainId() {
        SessionId known = plainId;
        if (known == null) {
            throw new IllegalStateException("the session has no id yet");
        }
        return known;
    }

    @Override
    public void setId(String id, boolean notify) {
        // Tomcat removes the session under the old id and adds it under the new one: the plain one changes between
        if (this.id != null && manager != null) {
            manager.remove(this);
        }
        this.id = id;
        plainId = SessionId.parse(id).orElseThrow();
        if (manager != null) {
            manager.add(this);
        }
        if (notify) {
            tellNew();
        }
    }

    SessionKey key() {
        return keeper.application().key(plainId());
    }

    /** The id under which the store has the session; empty if it does not have it yet. */
    Optional<SessionId> storedAs() {
        return Optional.ofNullable(storedAs);
    }

    /** Whether the store has the session under the id that it has now. */
    boolean isStoredUnderItsId() {
        return plainId().equals(storedAs);
    }

    void storedAs(SessionId storedId) {
        this.storedAs = storedId;
    }

    /** Whether the session has ended, here or elsewhere, so that nothing of it may be stored any more. */
    boolean hasEnded() {
        return ended;
    }

    void markEnded() {
        ended = true;
    }

    /** When the store was last heard of this session, as {@link System#nanoTime} has it. */
    long checkedAt() {
        return checkedAt;
    }

    void checkedAt(long nanos) {
        checkedAt = nanos;
    }

    /** Up to which access, in milliseconds since 1970, the store knows. */
    long accessStoredAt() {
        return accessStoredAt;
    }

    void accessStoredAt(long millis) {
        accessStoredAt = millis;
    }

    boolean isInUse() {
        return requests > 0;
    }

    /** Becomes the session that a store has. Nobody is told: it was created before. */
    void restore(String fullId, SessionRecord stored, Duration idle) {
        id = fullId;
        plainId = SessionId.parse(fullId).orElseThrow();
        isNew = false;
        isValid = true;
        storedAs = plainId;
        adopt(stored);
        creationTime = SessionTimes.decodedLong(
                record.bytes(Reserved.CREATED), stored.lastAccess().toEpochMilli());
        lastAccessedTime = stored.lastAccess().toEpochMilli();
        thisAccessedTime = System.currentTimeMillis() - notYetOver(idle);
        accessStoredAt(thisAccessedTime);
    }

    /**
     * The store may not know of the latest access. Who takes a session over has been told that it has not expired, so it
     * gives it a moment more.
     */
    private long notYetOver(Duration idle) {
        return maxInactiveInterval <= 0
                ? idle.toMillis()
                : Math.min(idle.toMillis(), Math.max(0, (maxInactiveInterval - 1) * 1000L));
    }

    /** Takes over what a store has. */
    void adopt(SessionRecord stored) {
        record.adopt(stored);
        maxInactiveInterval = SessionTimes.decodedInt(record.bytes(Reserved.TIMEOUT), maxInactiveInterval);
    }

    /** Notes that a request is still running. */
    void stillAccessed() {
        thisAccessedTime = System.currentTimeMillis();
    }

    /** Takes over an access that another srun served. */
    void accessedElsewhere(long idleMillis) {
        long access = System.currentTimeMillis() - idleMillis;
        thisAccessedTime = Math.max(thisAccessedTime, access);
        lastAccessedTime = Math.max(lastAccessedTime, access);
        accessStoredAt(access);
    }

    @Override
    public void setCreationTime(long time) {
        super.setCreationTime(time);
        record.put(Reserved.CREATED, SessionTimes.encoded(time));
    }

    @Override
    public void setMaxInactiveInterval(int interval) {
        boolean changed = interval != maxInactiveInterval;
        super.setMaxInactiveInterval(interval);
        if (changed) {
            record.put(Reserved.TIMEOUT, SessionTimes.encoded(interval));
        }
    }

    @Override
    public void setAttribute(String name, @Nullable Object value, boolean notify) {
        if (name != null && value != null && isValid) {
            // decodes what is replaced, for the listeners, before Tomcat's monitor is held
            attributes.get(name);
        }
        super.setAttribute(name, value, notify);
    }

    @Override
    public @Nullable Principal getPrincipal() {
        if (persistAuthentication) {
            principal = record.get(PRINCIPAL) instanceof Principal stored ? stored : null;
        }
        return super.getPrincipal();
    }

    @Override
    public void setPrincipal(@Nullable Principal principal) {
        super.setPrincipal(principal);
        keepAuthentication(PRINCIPAL, principal);
    }

    @Override
    public @Nullable String getAuthType() {
        if (persistAuthentication) {
            authType = record.get(AUTH_TYPE) instanceof String stored ? stored : null;
        }
        return super.getAuthType();
    }

    @Override
    public void setAuthType(@Nullable String authType) {
        super.setAuthType(authType);
        keepAuthentication(AUTH_TYPE, authType);
    }

    @Override
    public @Nullable Object getNote(String name) {
        return isStoredNote(name) ? record.get(NOTE_PREFIX + name) : super.getNote(name);
    }

    @Override
    public void setNote(String name, Object value) {
        if (isStoredNote(name)) {
            record.put(NOTE_PREFIX + name, value);
        } else {
            super.setNote(name, value);
        }
    }

    @Override
    public void removeNote(String name) {
        if (isStoredNote(name)) {
            record.remove(NOTE_PREFIX + name);
        } else {
            super.removeNote(name);
        }
    }

    private boolean isStoredNote(String name) {
        return persistAuthentication
                && (name.equals(Constants.SESSION_ID_NOTE) || name.equals(Constants.FORM_REQUEST_NOTE));
    }

    private void keepAuthentication(String name, @Nullable Object value) {
        if (!persistAuthentication) {
            return;
        }
        if (value == null) {
            record.remove(name);
        } else {
            record.put(name, value);
        }
    }

    @Override
    public void access() {
        REQUESTS.incrementAndGet(this);
        settledAt = -1;
        super.access();
    }

    /** The last net for what no response's commit has saved. Never throws: Tomcat calls it while it cleans up. */
    @Override
    public void endAccess() {
        super.endAccess();
        try {
            keeper.finish(this);
        } finally {
            REQUESTS.decrementAndGet(this);
            record.quietUnless(this::isInUse);
            keeper.recent().add(this);
        }
    }

    /** Whether this was not among the {@link RecentSessions}; from now on it is. */
    boolean becomesRecent() {
        return recent == 0 && RECENT.compareAndSet(this, 0, 1);
    }

    /** From now on this is not among the recent sessions: what it holds is packed. */
    void becomesIdle() {
        recent = 0;
        record.pack();
    }

    /**
     * Notes that nothing is unsaved, as long as nobody uses the session from now on. Of no effect while other requests
     * run: they may change in place what they have taken before.
     */
    void settle() {
        settledAt = requests <= 1 ? record.uses() : -1;
    }

    boolean isSettled() {
        return settledAt == record.uses();
    }

    /** Unlike Tomcat's, decides about a session that looks idle here only with the store's consent. */
    @Override
    public boolean isValid() {
        if (!isValid || ended) {
            return isValid && expiring;
        }
        if (expiring || isInUse() || !isIdle()) {
            return true;
        }
        keeper.expireIfIdle(this);
        return isValid && !isIdle();
    }

    private boolean isIdle() {
        return maxInactiveInterval > 0 && getIdleTimeInternal() / 1000L >= maxInactiveInterval;
    }

    @Override
    public void expire(boolean notify) {
        keeper.end(this, notify);
    }

    /** Fires what Tomcat fires at the end of a session, and forgets it, without a word to the store. */
    void expireHere(boolean notify) {
        if (notify) {
            getPrincipal();
        }
        super.expire(notify);
    }

    /** Forgets a session that has ended elsewhere, where the application was told. */
    void discard() {
        markEnded();
        setValid(false);
        manager.remove(this, false);
    }

    /** Tells the objects that are live, and are about to be dropped. What was never decoded has nothing to be told. */
    @Override
    public void passivate() {
        fireSessionEvent(SESSION_PASSIVATED_EVENT, null);
        HttpSessionEvent event = new HttpSessionEvent(getSession());
        record.liveValues().forEach((name, value) -> listenersIn(name, value)
                .forEach(listener -> listener.sessionWillPassivate(event)));
    }

    private void activated(String name, Object value) {
        listenersIn(name, value).forEach(listener -> listener.sessionDidActivate(new HttpSessionEvent(getSession())));
    }

    /** The attributes in an entry that want to know when they leave memory and come back. */
    private static Stream<HttpSessionActivationListener> listenersIn(String entry, Object value) {
        Stream<?> attributes = entry.equals(GraphAttributes.NAME) && value instanceof Map<?, ?> graph
                ? graph.values().stream()
                : Stream.of(value);
        return attributes
                .filter(HttpSessionActivationListener.class::isInstance)
                .map(HttpSessionActivationListener.class::cast);
    }

    @Override
    public String toString() {
        return "RingletSession[" + (id == null ? "new" : plainId()) + "]";
    }
}
