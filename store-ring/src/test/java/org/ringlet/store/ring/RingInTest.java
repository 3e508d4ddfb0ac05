package org.ringlet.store.ring;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.ringlet.cluster.Cluster;
import org.ringlet.cluster.RingSettings;
import org.ringlet.cluster.RouterSettings;
import org.ringlet.cluster.Srun;
import org.ringlet.session.SessionKey;
import org.ringlet.store.SessionStore;
import org.ringlet.store.StoreFixture;

/** Sruns of a ring in this JVM, over TCP on the loopback interface, whose clock can be put forward. */
final class RingInTest implements AutoCloseable {
    private final Cluster cluster;
    private final AtomicLong later = new AtomicLong();
    private final Map<Integer, RingTransport> sruns = new TreeMap<>();

    private RingInTest(Cluster cluster) {
        this.cluster = cluster;
    }

    static RingInTest of(int sruns) throws IOException {
        return new RingInTest(cluster(sruns, "127.0.0.1", "a secret of more than thirty-two characters"));
    }

    static Cluster cluster(int sruns, String host, String secret) throws IOException {
        List<ServerSocket> free = new ArrayList<>();
        List<Srun> declared = new ArrayList<>();
        for (int index = 0; index < sruns; index++) {
            ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            free.add(socket);
            declared.add(srun(index, host, socket.getLocalPort()));
        }
        for (ServerSocket socket : free) {
            socket.close();
        }
        return new Cluster("prod", Optional.of(secret), declared, RingSettings.DEFAULT, RouterSettings.DEFAULT);
    }

    private static Srun srun(int index, String host, int ringPort) {
        return new Srun(
                index,
                "s" + index,
                host,
                8080 + index,
                OptionalInt.of(ringPort),
                Srun.DEFAULT_WEIGHT,
                Optional.empty(),
                Optional.empty(),
                false);
    }

    Cluster cluster() {
        return cluster;
    }

    RingTransport start(int srun) {
        return start(srun, cluster, RingTransport.Means.NONE);
    }

    /** Starts one that believes to be in another cluster, or speaks TLS. */
    RingTransport start(int srun, Cluster believed, RingTransport.Means means) {
        RingTransport started = RingTransport.start(
                believed,
                cluster.srun(srun).orElseThrow(),
                StoreFixture.TOMBSTONE_LIFE,
                () -> System.nanoTime() + later.get(),
                means);
        sruns.put(srun, started);
        return started;
    }

    /** Has all that were started take over a cluster file with these sruns. */
    void declare(Integer... declared) {
        Cluster now = cluster(declared);
        sruns.values().forEach(transport -> transport.declared(now));
    }

    /** The cluster with some of its sruns. */
    Cluster cluster(Integer... declared) {
        List<Srun> some = cluster.sruns().stream()
                .filter(srun -> List.of(declared).contains(srun.index()))
                .toList();
        return new Cluster(cluster.name(), cluster.secret(), some, cluster.ring(), cluster.router());
    }

    /** Ends an srun without a word to the others. */
    void stop(int srun) {
        sruns.remove(srun).close();
    }

    RingTransport transport(int srun) {
        return sruns.get(srun);
    }

    SessionStore store(int srun) {
        return new RingStore(sruns.get(srun), Duration.ofSeconds(20), () -> {});
    }

    /** Whether all that were started see each other and trust their copies. */
    boolean isTrusted() {
        return sruns.keySet().stream().allMatch(this::isTrusted);
    }

    View view(int srun) {
        return sruns.get(srun).node().membership().trust().view();
    }

    boolean isTrusted(int srun) {
        RingTransport transport = sruns.get(srun);
        Trust trust = transport.node().membership().trust();
        return trust.isValid(transport.nanoTime()) && trust.view().size() == sruns.size();
    }

    Replica peek(int srun, SessionKey key) {
        return sruns.get(srun).node().replicas().peek(key);
    }

    void elapse(Duration duration) {
        later.addAndGet(duration.toNanos());
    }

    @Override
    public void close() {
        sruns.values().forEach(RingTransport::close);
        sruns.clear();
    }
}
