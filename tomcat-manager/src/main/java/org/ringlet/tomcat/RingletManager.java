package org.ringlet.tomcat;

import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.catalina.Context;
import org.apache.catalina.DistributedManager;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.LifecycleState;
import org.apache.catalina.Session;
import org.apache.catalina.connector.Request;
import org.apache.catalina.session.ManagerBase;
import org.apache.catalina.session.StandardSession;
import org.jspecify.annotations.Nullable;
import org.ringlet.session.SessionId;
import org.ringlet.store.ConfigurationException;
import org.ringlet.store.StoreHealth;
import org.ringlet.store.StoreStatus;
import org.ringlet.store.StoreUnavailableException;
import org.ringlet.store.UnreadableSessionException;

/**
 * Tomcat's Manager whose sessions are in a store that other JVMs share: {@code <Manager
 * className="org.ringlet.tomcat.RingletManager" store="file"/>} in {@code context.xml}. A session is stored before the
 * first byte of the response that changed it reaches the client, and found again on whichever srun is asked for it.
 *
 * <p>All attributes of {@link ManagerBase} do what they do in Tomcat. Ringlet's own are in the documentation; they are
 * taken as text and checked when the Manager starts.
 */
public final class RingletManager extends ManagerBase implements DistributedManager {
    private final Map<String, String> attributes = new TreeMap<>();
    private final Set<SessionId> formerIds = ConcurrentHashMap.newKeySet();
    private final Counters counters = new Counters();
    private final ContextValve contextValve = new ContextValve();
    private @Nullable Deployment deployment;
    private int backgroundRuns;

    /** Takes an attribute that {@link ManagerBase} does not have. */
    public boolean setProperty(String name, String value) {
        attributes.put(name, value);
        return true;
    }

    @Override
    public String getName() {
        return "RingletManager";
    }

    // life

    @Override
    protected void startInternal() throws LifecycleException {
        if (getSessionIdGenerator() == null) {
            setSessionIdGenerator(new RingletSessionIdGenerator());
        }
        super.startInternal();
        try {
            deployment = Deployment.start(this, attributes);
        } catch (ConfigurationException e) {
            throw new LifecycleException(getContext().getName() + ": " + e.getMessage(), e);
        }
        getContext().getPipeline().addValve(contextValve);
        setState(LifecycleState.STARTING);
    }

    @Override
    protected void stopInternal() throws LifecycleException {
        setState(LifecycleState.STOPPING);
        getContext().getPipeline().removeValve(contextValve);
        Deployment ending = deployment;
        if (ending != null) {
            locals().forEach(RingletSession::passivate);
            ending.keeper().flush();
            deployment = null;
            ending.close();
        }
        sessions.clear();
        formerIds.clear();
        super.stopInternal();
    }

    /** Does nothing: all sessions are in the store. */
    @Override
    public void load() {}

    /** Stores what is not stored yet. */
    @Override
    public void unload() {
        keeper().flush();
    }

    @Override
    public void backgroundProcess() {
        backgroundRuns = (backgroundRuns + 1) % processExpiresFrequency;
        Deployment running = deployment;
        if (backgroundRuns == 0) {
            processExpires();
        } else if (running != null) {
            running.keeper().retry();
        }
    }

    @Override
    public void processExpires() {
        Deployment running = deployment;
        if (running != null) {
            long start = System.currentTimeMillis();
            running.keeper().sweep();
            processingTime += System.currentTimeMillis() - start;
        }
    }

    // sessions

    @Override
    public @Nullable Session findSession(@Nullable String id) throws IOException {
        Deployment running = deployment;
        Optional<SessionId> plain = id == null ? Optional.empty() : SessionId.parse(id);
        if (plain.isEmpty() || running == null) {
            return null;
        }
        RequestScope scope = RequestScope.current();
        try {
            RingletSession session = running.keeper().find(plain.get());
            if (session != null && scope != null) {
                touch(scope, session, running.settings());
                bindRoute(scope.request(), session, id);
            }
            return session;
        } catch (StoreUnavailableException | UnreadableSessionException e) {
            if (scope == null) {
                // outside of the pipeline Tomcat can't make an answer of it; inside it will ask again
                throw new IOException(e.getMessage(), e);
            }
            throw e;
        }
    }

    private static void touch(RequestScope scope, RingletSession session, ManagerSettings settings) {
        if (settings.saveMode() == SaveMode.BEFORE_HEADERS && !scope.isIgnoredBy(settings.ignore())) {
            scope.touch(session);
        }
    }

    /** After a fail-over the id gets this JVM's route, as with Tomcat's JvmRouteBinderValve. */
    private void bindRoute(Request request, RingletSession session, @Nullable String requested) {
        String current = session.getIdInternal();
        if (current.equals(requested)
                || running().route().isEmpty()
                || request.getContext() != getContext()
                || !String.valueOf(requested).equals(request.getRequestedSessionId())
                || request.getResponse().isCommitted()) {
            return;
        }
        request.changeSessionId(current);
        session.tellChangedSessionId(current, requested, true, true);
    }

    @Override
    public Session createSession(@Nullable String sessionId) {
        String id = Optional.ofNullable(sessionId)
                .flatMap(SessionId::parse)
                .filter(keeper()::isFree)
                .map(this::withRoute)
                .orElseGet(this::generateSessionId);
        Session session = super.createSession(id);
        RequestScope scope = RequestScope.current();
        if (scope != null && session instanceof RingletSession ours) {
            touch(scope, ours, running().settings());
        }
        return session;
    }

    @Override
    protected StandardSession getNewSession() {
        return emptySession();
    }

    RingletSession emptySession() {
        return new RingletSession(this, keeper(), running().settings().frames(), getPersistAuthentication());
    }

    @Override
    protected String generateSessionId() {
        return withRoute(running().newId(getSessionIdGenerator()));
    }

    /** The digits stay, so the holders stay. */
    @Override
    public String rotateSessionId(Session session) {
        String id = session instanceof RingletSession ours
                ? withRoute(running().rotated(ours.plainId(), getSessionIdGenerator()))
                : generateSessionId();
        changeSessionId(session, id);
        return id;
    }

    @Override
    protected void changeSessionId(
            Session session, String newId, boolean notifySessionListeners, boolean notifyContainerListeners) {
        if (session instanceof RingletSession ours) {
            ours.storedAs().ifPresent(formerIds::add);
        }
        super.changeSessionId(session, newId, notifySessionListeners, notifyContainerListeners);
    }

    /** Keeps a session in memory, under its id without the route. */
    @Override
    public void add(Session session) {
        sessions.put(plain(session), session);
        setMaxActive(Math.max(getMaxActive(), getActiveSessions()));
    }

    @Override
    public void remove(Session session, boolean update) {
        super.remove(session, update);
        if (session.getIdInternal() != null) {
            sessions.remove(plain(session), session);
        }
    }

    private static String plain(Session session) {
        return session instanceof RingletSession ours ? ours.plainId().value() : session.getIdInternal();
    }

    String withRoute(SessionId id) {
        String route = running().route();
        return route.isEmpty() ? id.value() : id.value() + '.' + route;
    }

    // what the keeper asks

    @Nullable
    RingletSession local(SessionId id) {
        return (RingletSession) sessions.get(id.value());
    }

    Collection<RingletSession> locals() {
        return sessions.values().stream().map(RingletSession.class::cast).toList();
    }

    /** Keeps a session that was loaded; the one that another thread has loaded meanwhile, if one has. */
    RingletSession register(RingletSession loaded) {
        Session earlier = sessions.putIfAbsent(plain(loaded), loaded);
        setMaxActive(Math.max(getMaxActive(), getActiveSessions()));
        return earlier == null ? loaded : (RingletSession) earlier;
    }

    /** Whether a session here had the id, has another one now, and the store doesn't know. */
    boolean isFormerId(SessionId id) {
        return formerIds.contains(id);
    }

    void forgetFormerId(SessionId id) {
        formerIds.remove(id);
    }

    private Deployment running() {
        Deployment running = deployment;
        if (running == null) {
            throw new IllegalStateException(getContext().getName() + ": the Manager is not started");
        }
        return running;
    }

    private SessionKeeper keeper() {
        return running().keeper();
    }

    Counters counters() {
        return counters;
    }

    StoreHealth storeHealth() {
        Deployment running = deployment;
        return running == null
                ? new StoreHealth(false, "not started")
                : running.keeper().store().health();
    }

    StoreStatus storeStatus() {
        Deployment running = deployment;
        return running == null ? StoreStatus.ACTIVE : running.keeper().store().status();
    }

    // JMX and the manager application

    /** How far this srun is with its store: {@code starting}, {@code syncing}, {@code active}, {@code draining}. */
    public String getStorePhase() {
        return storeStatus().phase().toString();
    }

    /** What there is to know of the store, by name. */
    public Map<String, Long> getStoreFigures() {
        return storeStatus().figures();
    }

    /** Sessions in this JVM's memory; those that are only in the store are not counted. */
    @Override
    public int getActiveSessionsFull() {
        return getActiveSessions();
    }

    @Override
    public Set<String> getSessionIdsFull() {
        return new HashSet<>(sessions.keySet());
    }

    public long getLoads() {
        return counters.loads.sum();
    }

    public long getUnchangedLoads() {
        return counters.unchangedLoads.sum();
    }

    public long getSaves() {
        return counters.saves.sum();
    }

    public long getMerges() {
        return counters.merges.sum();
    }

    /** Requests that were refused because they were held up and their session changed elsewhere meanwhile. */
    public long getOvertakenRequests() {
        return counters.overtaken.sum();
    }

    public long getTouches() {
        return counters.touches.sum();
    }

    /** Sessions whose changes the store does not have because it is down. */
    public int getUnsavedSessions() {
        Deployment running = deployment;
        return running == null ? 0 : running.keeper().unsavedSessions();
    }

    /** Answers that have left although their changes could not be stored. */
    public long getUnsavedAnswers() {
        return counters.unsaved.sum();
    }

    /** Names of the attributes that Tomcat's own base class takes. */
    static Set<String> tomcatsAttributes() {
        Set<String> names = new TreeSet<>();
        for (var method : ManagerBase.class.getMethods()) {
            if (method.getName().startsWith("set") && method.getParameterCount() == 1) {
                String name = method.getName().substring("set".length());
                names.add(Character.toLowerCase(name.charAt(0)) + name.substring(1));
            }
        }
        return names;
    }

    Context context() {
        return getContext();
    }
}
