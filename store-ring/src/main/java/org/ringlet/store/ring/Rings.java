package org.ringlet.store.ring;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.ringlet.cluster.Cluster;
import org.ringlet.cluster.ClusterFileWatcher;
import org.ringlet.cluster.Srun;
import org.ringlet.seal.Seal;
import org.ringlet.store.ConfigurationException;
import org.ringlet.store.SessionStore;
import org.ringlet.store.StoreSettings;

/**
 * The ring nodes of this JVM: one for each srun that it is, shared by all applications. When the last application goes, the
 * node stays for a while: a redeployment is not a leave.
 */
final class Rings {
    private static final Duration LINGER = Duration.ofSeconds(30);
    private static final ReentrantLock GUARD = new ReentrantLock();
    private static final Map<Id, Shared> OPEN = new HashMap<>();

    private record Id(String cluster, String address) {}

    private static final class Shared {
        final RingTransport transport;
        final Cluster cluster;
        final Optional<ClusterFileWatcher> watcher;
        int users;
        int uses;

        Shared(RingTransport transport, StoreSettings settings) {
            this.transport = transport;
            this.cluster = settings.cluster();
            this.watcher = settings.clusterFile()
                    .map(file -> ClusterFileWatcher.watch(file, ClusterFileWatcher.DEFAULT_INTERVAL));
            // what has changed since the settings were read is taken over too
            watcher.ifPresent(present -> transport.declared(present.listen((before, now) -> transport.declared(now))));
        }

        void close() {
            watcher.ifPresent(ClusterFileWatcher::close);
            transport.close();
        }
    }

    private Rings() {}

    static SessionStore open(StoreSettings settings) {
        Cluster cluster = settings.cluster();
        Srun self = cluster.srun(settings.srun())
                .orElseThrow(() ->
                        new ConfigurationException("srun " + settings.srun() + " is not declared in the cluster file"));
        if (settings.maxSessionSize() > RingStore.LARGEST_SESSION) {
            throw new ConfigurationException("maxSessionSize=\"" + settings.maxSessionSize()
                    + "\": the ring takes sessions of at most " + RingStore.LARGEST_SESSION + " bytes");
        }
        Id id = new Id(cluster.name(), self.host() + ":" + self.ringPort().orElse(0));
        GUARD.lock();
        try {
            Shared shared = OPEN.get(id);
            if (shared == null) {
                shared = start(settings, self);
                OPEN.put(id, shared);
            } else if (!shared.cluster.ring().equals(cluster.ring())
                    || !shared.cluster.secret().equals(cluster.secret())) {
                throw new ConfigurationException(
                        "srun " + self.id() + " is in a ring already, with another secret or other" + " settings: "
                                + shared.cluster.ring() + ", not " + cluster.ring());
            }
            shared.users++;
            shared.uses++;
            Shared used = shared;
            Duration patience = cluster.ring()
                    .ackTimeout()
                    .multipliedBy(4)
                    .plus(cluster.ring().deadTime());
            return new RingStore(shared.transport, patience, () -> left(id, used));
        } finally {
            GUARD.unlock();
        }
    }

    /** Its threads live longer than the application that happens to be the first. */
    private static Shared start(StoreSettings settings, Srun self) {
        Thread thread = Thread.currentThread();
        ClassLoader applications = thread.getContextClassLoader();
        thread.setContextClassLoader(Rings.class.getClassLoader());
        try {
            return shared(
                    RingTransport.start(
                            settings.cluster(), self, tombstoneLife(settings), System::nanoTime, means(settings, self)),
                    settings);
        } finally {
            thread.setContextClassLoader(applications);
        }
    }

    /** Longer than anybody may be away and come back with a session that has ended meanwhile. */
    private static Duration tombstoneLife(StoreSettings settings) {
        Duration longestAway = settings.cluster().ring().rejoinLimit().plus(Duration.ofHours(1));
        return longestAway.compareTo(settings.tombstoneLife()) > 0 ? longestAway : settings.tombstoneLife();
    }

    private static Shared shared(RingTransport transport, StoreSettings settings) {
        try {
            return new Shared(transport, settings);
        } catch (RuntimeException e) {
            transport.close();
            throw e;
        }
    }

    private static RingTransport.Means means(StoreSettings settings, Srun self) {
        Cluster cluster = settings.cluster();
        RingTransport.Means means =
                RingTls.means(cluster, settings.base()).withPreviousSecrets(settings.previousSecrets());
        if (!cluster.ring().persist()) {
            return means;
        }
        // the ring's own, whatever a single application's is
        Seal seal = cluster.secret()
                .map(secret -> Seal.sealed(secret, settings.previousSecrets()))
                .orElseGet(Seal::unsealed);
        Path file = settings.base().resolve("ring").resolve(cluster.name() + "-" + self.id() + ".replicas");
        return means.with(ReplicaFile.open(file, seal, cluster.ring(), Instant::now));
    }

    private static void left(Id id, Shared shared) {
        GUARD.lock();
        try {
            shared.users--;
            int uses = shared.uses;
            if (shared.users == 0) {
                // it may be the end of the JVM
                shared.transport.flush();
                shared.transport.after(LINGER, () -> closeLater(id, shared, uses));
            }
        } finally {
            GUARD.unlock();
        }
    }

    /** Not on its own loop, which it waits for. */
    private static void closeLater(Id id, Shared shared, int uses) {
        Thread closer = new Thread(() -> closeIfUnused(id, shared, uses), "ringlet-ring-close");
        closer.setDaemon(true);
        closer.start();
    }

    /** Who opens it again meanwhile waits until port and file are free. */
    private static void closeIfUnused(Id id, Shared shared, int uses) {
        GUARD.lock();
        try {
            if (shared.users == 0 && shared.uses == uses) {
                shared.close();
                OPEN.remove(id);
            }
        } finally {
            GUARD.unlock();
        }
    }
}
