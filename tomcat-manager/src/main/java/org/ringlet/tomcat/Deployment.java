package org.ringlet.tomcat;

import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.catalina.Context;
import org.apache.catalina.Engine;
import org.apache.catalina.Globals;
import org.apache.catalina.SessionIdGenerator;
import org.apache.catalina.Valve;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.session.Constants;
import org.ringlet.cluster.Cluster;
import org.ringlet.cluster.ClusterFileException;
import org.ringlet.cluster.Srun;
import org.ringlet.cluster.SrunSelection;
import org.ringlet.codec.AttributeCodec;
import org.ringlet.codec.ClassFilter;
import org.ringlet.codec.CodecLimits;
import org.ringlet.codec.CodecSettings;
import org.ringlet.seal.Seal;
import org.ringlet.session.Application;
import org.ringlet.session.HybridClock;
import org.ringlet.session.SessionId;
import org.ringlet.session.Writer;
import org.ringlet.store.ConfigurationException;
import org.ringlet.store.SessionStore;
import org.ringlet.store.SessionStoreProvider;
import org.ringlet.store.StoreSettings;

/**
 * One application of one srun while its Manager runs: everything that was made of its settings.
 *
 * @param cluster empty if there is no cluster file
 * @param route the Engine's {@code jvmRoute}, empty if it has none
 */
record Deployment(
        RingletManager manager,
        ManagerSettings settings,
        Optional<SharedCluster> cluster,
        Srun srun,
        String route,
        SessionKeeper keeper,
        AttributeCodec codec,
        EngineValve valve,
        List<Future<?>> chores)
        implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Deployment.class.getName());
    private static final SecureRandom RANDOM = new SecureRandom();

    /** This life of the JVM as a writer of stamps. */
    private static final long START = RANDOM.nextLong();

    /** Tombstones outlive any request that could still be running, and any srun that was paused. */
    private static final Duration TOMBSTONE_LIFE = Duration.ofHours(2);

    static Deployment start(RingletManager manager, Map<String, String> attributes) {
        Map<String, SessionStoreProvider> providers = providers();
        ManagerSettings settings = ManagerSettings.parse(
                attributes,
                name -> Optional.ofNullable(providers.get(name))
                        .map(SessionStoreProvider::options)
                        .orElse(null),
                RingletManager.tomcatsAttributes());
        requireCommitHook(settings);
        requireUsableIds(manager.getSessionIdGenerator());
        Path base = Path.of(System.getProperty(Globals.CATALINA_BASE_PROP, System.getProperty("user.dir")));
        Optional<SharedCluster> shared = cluster(settings, base);
        try {
            return start(manager, settings, providers, base, shared);
        } catch (RuntimeException e) {
            shared.ifPresent(SharedCluster::close);
            throw e;
        }
    }

    private static Deployment start(
            RingletManager manager,
            ManagerSettings settings,
            Map<String, SessionStoreProvider> providers,
            Path base,
            Optional<SharedCluster> shared) {
        Context context = manager.context();
        Cluster cluster = shared.map(SharedCluster::current).orElseGet(Cluster::ofOne);
        Engine engine = manager.getEngine();
        Srun srun = shared.isPresent()
                ? srun(cluster, settings, engine)
                : cluster.sruns().get(0);
        Application application = new Application(
                cluster.name(), context.getParent().getName(), context.getPath(), context.getWebappVersion());
        SessionStore store = new GuardedStore(
                Objects.requireNonNull(providers.get(settings.store()), "the settings name a provider that is there")
                        .open(storeSettings(settings, cluster, shared.map(SharedCluster::file), srun, base)),
                application.toString(),
                System::nanoTime);
        try {
            return start(manager, settings, shared, cluster, srun, application, store);
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    private static Deployment start(
            RingletManager manager,
            ManagerSettings settings,
            Optional<SharedCluster> shared,
            Cluster cluster,
            Srun srun,
            Application application,
            SessionStore store) {
        Context context = manager.context();
        Engine engine = manager.getEngine();
        AttributeCodec codec = codec(settings, context);
        Serialization serialization = new Serialization(
                application.toString(),
                codec,
                new HybridClock(new Writer(srun.index(), START), System::currentTimeMillis),
                settings.dirtyCheck(),
                (name, value) -> Constants.excludedAttributeNames.contains(name)
                        || !manager.willAttributeDistribute(name, value));
        SessionKeeper keeper =
                new SessionKeeper(manager, application, store, serialization, settings, manager.counters());
        EngineValve valve = join(engine, cluster, srun, manager);
        LOG.log(Level.INFO, application + ": srun " + srun + ", " + settings);
        String route = Objects.requireNonNullElse(engine.getJvmRoute(), "");
        return new Deployment(manager, settings, shared, srun, route, keeper, codec, valve, chores(engine, keeper));
    }

    private static Map<String, SessionStoreProvider> providers() {
        Map<String, SessionStoreProvider> providers = new HashMap<>();
        // of the loader that this class came from, not of the application's
        ServiceLoader.load(SessionStoreProvider.class, Deployment.class.getClassLoader())
                .forEach(provider -> providers.put(provider.name(), provider));
        return providers;
    }

    private static void requireCommitHook(ManagerSettings settings) {
        Throwable refusal = CoyoteHook.refusal();
        if (refusal != null && settings.saveMode() == SaveMode.BEFORE_HEADERS) {
            throw new ConfigurationException(
                    "saveMode=\"before-headers\" needs the hook of org.apache.coyote.Response, which this Tomcat does not"
                            + " have or this JVM does not let through; saveMode=\"after-request\" works without it",
                    refusal);
        }
    }

    private static void requireUsableIds(SessionIdGenerator generator) {
        String random = random(generator);
        if (SessionId.parse(random).isEmpty()) {
            throw new ConfigurationException("<SessionIdGenerator className=\""
                    + generator.getClass().getName()
                    + "\">: its ids must have only a-z A-Z 0-9 _ - and at most 124 of them, not " + random.length()
                    + " characters like these");
        }
    }

    /** Empty if there is no cluster file: then this JVM is alone. */
    private static Optional<SharedCluster> cluster(ManagerSettings settings, Path base) {
        Path file = base.resolve(settings.clusterFile().orElse(Path.of("conf", "cluster.xml")));
        if (!Files.exists(file)) {
            if (settings.clusterFile().isPresent()) {
                throw new ConfigurationException("clusterFile=\"" + file + "\": there is no such file");
            }
            return Optional.empty();
        }
        try {
            return Optional.of(SharedCluster.of(file));
        } catch (ClusterFileException e) {
            throw new ConfigurationException(String.valueOf(e.getMessage()), e);
        }
    }

    private static Srun srun(Cluster cluster, ManagerSettings settings, Engine engine) {
        Set<Integer> ports = new HashSet<>();
        for (Connector connector : engine.getService().findConnectors()) {
            ports.add(connector.getPortWithOffset());
        }
        return SrunSelection.ofProcess(settings.srun(), ports).choose(cluster);
    }

    private static StoreSettings storeSettings(
            ManagerSettings settings, Cluster cluster, Optional<Path> clusterFile, Srun srun, Path base) {
        return new StoreSettings(
                cluster,
                clusterFile,
                srun.index(),
                base,
                seal(settings, cluster),
                settings.previousSecrets(),
                settings.saveTimeout(),
                TOMBSTONE_LIFE,
                settings.maxSessionSize(),
                settings.storeOptions());
    }

    private static Seal seal(ManagerSettings settings, Cluster cluster) {
        if (settings.unsealed()) {
            return Seal.unsealed();
        }
        Optional<String> secret = settings.secret().or(cluster::secret);
        if (secret.isPresent()) {
            return Seal.sealed(secret.get(), settings.previousSecrets());
        }
        if (cluster.sruns().size() > 1) {
            throw new ConfigurationException("sessions that several sruns share are sealed, and there is no secret: set"
                    + " secret=\"…\" (at least " + Seal.MIN_SECRET_LENGTH + " characters) on <cluster> in the cluster"
                    + " file, or unsealed=\"true\" on <Manager> to store them readable");
        }
        return Seal.unsealed();
    }

    private static AttributeCodec codec(ManagerSettings settings, Context context) {
        CodecSettings codec = new CodecSettings(
                context.getLoader().getClassLoader(),
                ClassFilter.of(settings.allowedClasses(), settings.deniedClasses()),
                CodecLimits.DEFAULT,
                context.getDistributable());
        return settings.serializer() == SerializerKind.JAVA ? AttributeCodec.java(codec) : AttributeCodec.kryo(codec);
    }

    /** Adds the Engine's valve if this is the first Manager of the Engine. */
    private static EngineValve join(Engine engine, Cluster cluster, Srun srun, RingletManager manager) {
        synchronized (engine) {
            EngineValve valve = null;
            for (Valve present : engine.getPipeline().getValves()) {
                if (present instanceof EngineValve ours) {
                    valve = ours;
                }
            }
            if (valve == null) {
                valve = new EngineValve(new StatusEndpoint(cluster, srun));
                engine.getPipeline().addValve(valve);
            }
            valve.status().add(manager);
            return valve;
        }
    }

    private static List<Future<?>> chores(Engine engine, SessionKeeper keeper) {
        ScheduledExecutorService executor = engine.getService().getServer().getUtilityExecutor();
        return List.of(
                every(RecentSessions.MOMENT, () -> keeper.recent().packIdle(), executor),
                every(PauseWatch.BEAT, () -> keeper.pauses().beat(), executor));
    }

    private static Future<?> every(Duration pause, Runnable chore, ScheduledExecutorService executor) {
        return executor.scheduleWithFixedDelay(chore, pause.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void leave() {
        Engine engine = manager.getEngine();
        synchronized (engine) {
            if (valve.status().remove(manager)) {
                engine.getPipeline().removeValve(valve);
            }
        }
    }

    /** A new id of a session that this srun owns. */
    SessionId newId(SessionIdGenerator generator) {
        int backup = cluster.map(shared -> shared.ring().chooseBackup(srun.index(), RANDOM))
                .orElse(srun.index());
        return SessionId.of(srun.index(), backup, random(generator));
    }

    /** A new id with the indices of another. */
    SessionId rotated(SessionId id, SessionIdGenerator generator) {
        return id.owner() < 0 ? newId(generator) : SessionId.of(id.owner(), id.backup(), random(generator));
    }

    private static String random(SessionIdGenerator generator) {
        String id = generator.generateSessionId("");
        int dot = id.indexOf('.');
        return dot < 0 ? id : id.substring(0, dot);
    }

    @Override
    public void close() {
        chores.forEach(chore -> chore.cancel(false));
        leave();
        keeper.store().close();
        codec.close();
        cluster.ifPresent(SharedCluster::close);
    }
}
