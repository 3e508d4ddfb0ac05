package org.ringlet.tomcat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.catalina.connector.Request;
import org.jspecify.annotations.Nullable;
import org.ringlet.session.SessionKey;

/**
 * What one request knows of sessions: which it has touched, of whichever application, which it has checked against the
 * store, and which it was told don't exist. So a request asks the store once, however often Tomcat looks a session up.
 *
 * <p>Bound to the thread that runs the request through the Engine's pipeline. The commit of an asynchronous request,
 * which may come on another thread, reaches it through the {@link CommitHook}. Confined to the thread that runs the
 * request at the time.
 */
final class RequestScope {
    /** Stays in its thread, so that a request does not make and drop an entry in the thread's map. */
    private static final class Holder {
        @Nullable
        RequestScope scope;
    }

    private static final ThreadLocal<Holder> CURRENT = ThreadLocal.withInitial(Holder::new);

    private final Request request;
    private final boolean standsIn;
    private final long begun = System.nanoTime();
    private long knowsAsOf;
    private final List<RingletSession> touched = new ArrayList<>(1);
    private final Set<SessionKey> checked = new HashSet<>(2);
    private final Set<SessionKey> absent = new HashSet<>(2);
    private final List<Taken> taken = new ArrayList<>(4);
    private @Nullable Pattern ignore;
    private boolean ignored;
    private @Nullable RuntimeException failure;
    private boolean inPipeline;

    /** A live object that the request has, and may change in place until it is answered. */
    private record Taken(LiveRecord record, Slot slot) {}

    /** @param standsIn whether the router says that this srun serves in place of a session's owner */
    RequestScope(Request request, boolean standsIn) {
        this.request = request;
        this.standsIn = standsIn;
    }

    /** The scope of the request that this thread runs; null outside of any. */
    static @Nullable RequestScope current() {
        return CURRENT.get().scope;
    }

    /** Makes this the current scope. Returns the one that was, which {@link #leave} takes back. */
    @Nullable
    RequestScope enter() {
        Holder holder = CURRENT.get();
        RequestScope outer = holder.scope;
        holder.scope = this;
        return outer;
    }

    static void leave(@Nullable RequestScope outer) {
        CURRENT.get().scope = outer;
    }

    /** Whether Tomcat's pipeline is running, which turns exceptions into answers. */
    boolean isInPipeline() {
        return inPipeline;
    }

    void inPipeline(boolean running) {
        inPipeline = running;
    }

    Request request() {
        return request;
    }

    boolean standsIn() {
        return standsIn;
    }

    /** This JVM's {@code nanoTime}. */
    long begun() {
        return begun;
    }

    /** Notes that what the request knows of sessions is what they were at a time of the stamps' clock. */
    void knowsAsOf(long time) {
        knowsAsOf = time;
    }

    /** 0 if it has not looked at any yet. */
    long knowsAsOf() {
        return knowsAsOf;
    }

    /** Whether the request's path matches, so that it never saves. Called often with the same pattern. */
    boolean isIgnoredBy(Pattern pattern) {
        if (pattern != ignore) {
            ignored = pattern.matcher(request.getRequestURI()).matches();
            ignore = pattern;
        }
        return ignored;
    }

    /** Notes that the session is to be saved before the response leaves. */
    void touch(RingletSession session) {
        if (!touched.contains(session)) {
            touched.add(session);
        }
    }

    /**
     * Saves every session that the request has touched. What it has taken of these may be exchanged from then on.
     *
     * @throws RuntimeException the first failure, when all were tried
     */
    void saveTouched() {
        RuntimeException failed = null;
        for (RingletSession session : touched.toArray(RingletSession[]::new)) {
            if (session.isSettled()) {
                continue;
            }
            try {
                session.keeper().save(session);
            } catch (RuntimeException e) {
                if (failed == null) {
                    failed = e;
                } else {
                    failed.addSuppressed(e);
                }
            }
        }
        taken.removeIf(this::isReleased);
        if (failed != null) {
            throw failed;
        }
    }

    /** What is not saved yet stays with the request until Tomcat is done with it. */
    private boolean isReleased(Taken object) {
        for (RingletSession session : touched) {
            if (session.record() == object.record()) {
                object.record().release(object.slot());
                return true;
            }
        }
        return false;
    }

    /** Whether the request has not taken the live object yet since it was last saved; from now on it has. */
    boolean isFirstTake(LiveRecord record, Slot slot) {
        for (Taken earlier : taken) {
            if (earlier.slot() == slot) {
                return false;
            }
        }
        taken.add(new Taken(record, slot));
        return true;
    }

    /** Whether the store was not asked about the key yet; from now on it was. */
    boolean isFirstCheck(SessionKey key) {
        return checked.add(key);
    }

    /** Notes that what the request touched is saved and need not be looked at again, unless somebody uses it. */
    void settle() {
        touched.forEach(RingletSession::settle);
    }

    void noteAbsent(SessionKey key) {
        absent.add(key);
    }

    boolean isAbsent(SessionKey key) {
        return absent.contains(key);
    }

    /** Notes why the request can't be answered as the application wants to. The first reason counts. */
    void fail(RuntimeException reason) {
        if (failure == null) {
            failure = reason;
        }
    }

    @Nullable
    RuntimeException failure() {
        return failure;
    }

    void clearFailure() {
        failure = null;
    }
}
