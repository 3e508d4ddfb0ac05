package org.ringlet.cluster;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.ringlet.session.Bytes;

/**
 * The cluster as its file says it now. Looks at the file's content at intervals, so that no way to replace a file goes
 * unnoticed: written in place, renamed over, or behind links that are swapped, as Kubernetes mounts a ConfigMap. A valid
 * new version takes effect and listeners are told. An invalid or half-written one is refused with one log entry and the
 * running one kept; so it is when the file is gone.
 *
 * <p><b>Threads.</b> The file is read and listeners are called on one daemon thread of this watcher's own, one call at a
 * time, so a listener that blocks holds up further changes. Everything here may be called on any thread.
 */
public final class ClusterFileWatcher implements AutoCloseable {
    /** How often to look, for who has no reason to choose. */
    public static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(1);

    /** Hears of each new version of the cluster. What it throws is logged, and keeps no other from hearing. */
    @FunctionalInterface
    public interface Listener {
        void changed(Cluster before, Cluster now);
    }

    private static final Logger LOG = System.getLogger(ClusterFileWatcher.class.getName());

    private final Path file;
    private final Variables variables;
    private final Repeater.Running looking;
    private final Object lock = new Object();

    @GuardedBy("lock")
    private final List<Listener> listeners = new ArrayList<>();

    @GuardedBy("lock")
    private boolean closed;

    private volatile Cluster current;

    /** What was found at the last look. Only the looking thread has it. */
    private Sight seen;

    /** What a look at the file finds: equal ones are no news. */
    private sealed interface Sight {
        record Version(Bytes content) implements Sight {}

        record Unreadable(String why) implements Sight {}
    }

    private ClusterFileWatcher(Path file, Variables variables, Duration interval, Repeater repeater) {
        var first = new Sight.Version(Bytes.wrap(ClusterFile.content(file)));
        this.file = file;
        this.variables = variables;
        this.current = ClusterFile.parse(file, first.content().array(), variables);
        this.seen = first;
        this.looking = repeater.every(interval, this::lookOn);
    }

    /**
     * Reads the file and begins to watch it.
     *
     * @throws ClusterFileException if the file isn't valid now
     */
    public static ClusterFileWatcher watch(Path file, Duration interval) {
        return watch(file, Variables.ofProcess(), interval, Repeater.onThread("ringlet-cluster-file"));
    }

    static ClusterFileWatcher watch(Path file, Variables variables, Duration interval, Repeater repeater) {
        return new ClusterFileWatcher(file, variables, interval, repeater);
    }

    /** The last valid version. */
    public Cluster current() {
        return current;
    }

    /** Adds a listener. It hears of every version after the one that is returned, and of no other. */
    public Cluster listen(Listener listener) {
        synchronized (lock) {
            listeners.add(listener);
            return current;
        }
    }

    /** Ends the watch: no listener is called any more, but for a call that has begun. Closing twice is closing once. */
    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            listeners.clear();
        }
        looking.close();
    }

    /** Whatever goes wrong in one look, the next one comes. */
    private void lookOn() {
        try {
            look();
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "failed to look at " + file, e);
        }
    }

    private void look() {
        Sight now = sight();
        if (now.equals(seen)) {
            return;
        }
        seen = now;
        if (now instanceof Sight.Version version) {
            consider(version);
        } else if (now instanceof Sight.Unreadable unreadable) {
            LOG.log(Level.WARNING, "{0}; the cluster goes on as it was last declared", unreadable.why());
        }
    }

    private Sight sight() {
        try {
            return new Sight.Version(Bytes.wrap(ClusterFile.content(file)));
        } catch (ClusterFileException e) {
            return new Sight.Unreadable(String.valueOf(e.getMessage()));
        }
    }

    private void consider(Sight.Version version) {
        Cluster next;
        try {
            next = ClusterFile.parse(file, version.content().array(), variables);
        } catch (ClusterFileException e) {
            LOG.log(
                    Level.WARNING,
                    "{0}: the new version is refused, and the cluster goes on as it was last declared:\n{1}",
                    file,
                    e.getMessage());
            return;
        }
        swapIn(next);
    }

    private void swapIn(Cluster next) {
        Cluster before;
        List<Listener> told;
        synchronized (lock) {
            before = current;
            if (closed || next.equals(before)) {
                return;
            }
            current = next;
            told = List.copyOf(listeners);
        }
        LOG.log(Level.INFO, "{0}: a new version is in effect: {1}", file, next);
        told.forEach(listener -> tell(listener, before, next));
    }

    private void tell(Listener listener, Cluster before, Cluster next) {
        try {
            listener.changed(before, next);
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "a listener failed to take over the new version of " + file, e);
        }
    }
}
