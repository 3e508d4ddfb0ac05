package org.ringlet.router.proxy;

import io.netty.channel.EventLoop;
import java.util.IdentityHashMap;
import org.ringlet.router.health.RoutedSrun;

/** What one event loop has for itself: its pools of connections to sruns. */
public final class Worker {
    private final EventLoop loop;
    private final Shared shared;
    private final IdentityHashMap<RoutedSrun, ConnectionPool> pools = new IdentityHashMap<>();

    public Worker(EventLoop loop, Shared shared) {
        this.loop = loop;
        this.shared = shared;
    }

    /** Closes the idle connections to sruns that are not configured any more. From any thread. */
    public void forgetRemoved() {
        loop.execute(() -> {
            var known = shared.sruns().view().byIndex();
            pools.entrySet().removeIf(entry -> {
                boolean isGone = !known.containsValue(entry.getKey());
                if (isGone) {
                    entry.getValue().close();
                }
                return isGone;
            });
        });
    }

    EventLoop loop() {
        return loop;
    }

    Shared shared() {
        return shared;
    }

    ConnectionPool pool(RoutedSrun srun) {
        return pools.computeIfAbsent(srun, missing -> new ConnectionPool(missing, this));
    }
}
