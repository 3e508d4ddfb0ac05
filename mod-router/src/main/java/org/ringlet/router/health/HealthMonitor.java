package org.ringlet.router.health;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.netty.bootstrap.Bootstrap;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.random.RandomGenerator;
import org.ringlet.cluster.Cluster;
import org.ringlet.cluster.RouterSettings.HealthSettings;

/**
 * Keeps the health of all sruns: probes each at its own pace, a single probe in flight for each, and takes what requests
 * find out. Thread-safe.
 */
public final class HealthMonitor implements AutoCloseable {
    private final Bootstrap bootstrap;
    private final Clock clock;
    private final RandomGenerator random;
    private final Sruns sruns;
    /** Name look-ups block; one thread, so that a slow name service delays probes but never a request. */
    private final ScheduledExecutorService scheduler =
            Executors.newSingleThreadScheduledExecutor(new DefaultThreadFactory("ringlet-health", true));

    @GuardedBy("this")
    private final Map<RoutedSrun, ProbeSchedule> schedules = new HashMap<>();

    /**
     * @param bootstrap with its group and kind of channel set
     */
    public HealthMonitor(Cluster cluster, Bootstrap bootstrap, Clock clock, RandomGenerator random) {
        this.bootstrap = bootstrap;
        this.clock = clock;
        this.random = random;
        this.sruns = new Sruns(cluster, clock, random, this::changed);
        follow(sruns.view());
    }

    public Sruns sruns() {
        return sruns;
    }

    /** Returns when each srun has been probed once, or when the time-out has passed. */
    public void awaitFirstProbes(Duration timeout) throws InterruptedException {
        List<ProbeSchedule> waitingFor;
        synchronized (this) {
            waitingFor = new ArrayList<>(schedules.values());
        }
        long deadline = System.nanoTime() + timeout.toNanos();
        for (ProbeSchedule schedule : waitingFor) {
            schedule.awaitFirst(deadline - System.nanoTime());
        }
    }

    public void reload(Cluster cluster) {
        follow(sruns.reload(cluster));
    }

    private synchronized void follow(Sruns.View view) {
        schedules.entrySet().removeIf(entry -> {
            boolean isGone = !view.byIndex().containsValue(entry.getKey());
            if (isGone) {
                entry.getValue().stop();
            }
            return isGone;
        });
        Probe probe = probe(view.cluster());
        view.byIndex().values().forEach(srun -> probeWith(probe, srun));
    }

    private synchronized void probeWith(Probe probe, RoutedSrun srun) {
        ProbeSchedule known = schedules.get(srun);
        if (known != null) {
            known.probeWith(probe);
            return;
        }
        ProbeSchedule schedule = new ProbeSchedule(srun, probe, scheduler, random);
        schedules.put(srun, schedule);
        schedule.start();
    }

    private Probe probe(Cluster cluster) {
        HealthSettings settings = cluster.router().health();
        return switch (settings.type()) {
            case TCP -> new TcpProbe(bootstrap, settings.timeout());
            case HTTP -> new HttpProbe(bootstrap, settings.path(), settings.timeout(), cluster.secret(), clock);
        };
    }

    private synchronized void changed(RoutedSrun srun, Health now) {
        ProbeSchedule schedule = schedules.get(srun);
        if (schedule != null && now.state() == HealthState.SUSPECT) {
            schedule.hasten();
        }
    }

    @Override
    public synchronized void close() {
        schedules.values().forEach(ProbeSchedule::stop);
        scheduler.shutdownNow();
    }
}
