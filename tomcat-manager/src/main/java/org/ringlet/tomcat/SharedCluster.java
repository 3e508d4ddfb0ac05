package org.ringlet.tomcat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.ringlet.cluster.Cluster;
import org.ringlet.cluster.ClusterFileWatcher;
import org.ringlet.cluster.Ring;

/** The cluster as its file has it now. The applications of a JVM that name the same file share one watch of it. */
final class SharedCluster implements AutoCloseable {
    private static final Map<Path, SharedCluster> WATCHED = new HashMap<>();
    private static final ReentrantLock GUARD = new ReentrantLock();

    private final Path file;
    private final ClusterFileWatcher watcher;
    private int users;
    private volatile Ring ring;

    private SharedCluster(Path file) {
        this.file = file;
        this.watcher = ClusterFileWatcher.watch(file, ClusterFileWatcher.DEFAULT_INTERVAL);
        this.ring = Ring.of(watcher.current().sruns());
        watcher.listen((before, now) -> ring = Ring.of(now.sruns()));
    }

    /** @throws org.ringlet.cluster.ClusterFileException if the file isn't valid */
    static SharedCluster of(Path file) {
        Path absolute = file.toAbsolutePath().normalize();
        GUARD.lock();
        try {
            @Nullable SharedCluster shared = WATCHED.get(absolute);
            if (shared == null) {
                shared = new SharedCluster(absolute);
                WATCHED.put(absolute, shared);
            }
            shared.users++;
            return shared;
        } finally {
            GUARD.unlock();
        }
    }

    Path file() {
        return file;
    }

    Cluster current() {
        return watcher.current();
    }

    /** The sruns that the file has now. */
    Ring ring() {
        return ring;
    }

    /** Ends the watch if nobody else has it. */
    @Override
    public void close() {
        GUARD.lock();
        try {
            users--;
            if (users == 0) {
                WATCHED.remove(file);
                watcher.close();
            }
        } finally {
            GUARD.unlock();
        }
    }
}
