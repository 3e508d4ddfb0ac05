package org.ringlet.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Some Tomcats that share a directory, and a router before them; installed as the README says. */
public final class TestCluster implements AutoCloseable {
    private static final String SECRET = "only-for-tests-only-for-tests-only-for-tests";

    private static final Set<TestCluster> OPEN = ConcurrentHashMap.newKeySet();

    private final Path root;
    private final List<TomcatProcess> sruns = new ArrayList<>();
    private Optional<RouterProcess> router = Optional.empty();
    private Optional<Links> links = Optional.empty();

    private TestCluster(Path root) {
        this.root = root;
        OPEN.add(this);
    }

    public static Plan of(int sruns) {
        return new Plan(sruns, TomcatDistribution.TOMCAT_11, Store.FILE, "", true, Wiring.DIRECT);
    }

    /** By index: 0 is {@code a}. */
    public TomcatProcess srun(int index) {
        return sruns.get(index);
    }

    /** The one of this id. */
    public TomcatProcess srun(String id) {
        return sruns.get(id.charAt(0) - 'a');
    }

    public List<TomcatProcess> sruns() {
        return List.copyOf(sruns);
    }

    public RouterProcess router() {
        return router.orElseThrow();
    }

    /** The router's port. */
    public int port() {
        return router().port();
    }

    /** The line between two sruns of a cluster that was planned {@link Plan#thatCanBeCut}. */
    public Link link(String one, String other) {
        return links.orElseThrow().between(one.charAt(0) - 'a', other.charAt(0) - 'a');
    }

    public Path sessions() {
        return root.resolve("sessions");
    }

    static List<TestCluster> open() {
        return List.copyOf(OPEN);
    }

    /** The last words of all processes. */
    String logs() {
        var logs = new StringBuilder();
        sruns.forEach(srun -> logs.append(srun.process()).append('\n'));
        router.ifPresent(process -> logs.append(process.process()));
        return logs.toString();
    }

    @Override
    public void close() {
        OPEN.remove(this);
        router.ifPresent(RouterProcess::close);
        sruns.forEach(TomcatProcess::close);
        links.ifPresent(Links::close);
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where the sessions are. */
    public enum Store {
        FILE,
        RING
    }

    /**
     * How sruns reach each other.
     *
     * @param host of all of them
     * @param ring attributes of the ring element
     * @param canBeCut whether there is a {@link Link} between each two
     */
    record Wiring(String host, String ring, boolean canBeCut) {
        static final Wiring DIRECT = new Wiring("127.0.0.1", "", false);
    }

    /**
     * How the cluster is to be.
     *
     * @param attributes of the Manager element, beside the store
     * @param isInstalled whether our Manager is used, or Tomcat's own
     */
    public record Plan(
            int size,
            TomcatDistribution distribution,
            Store store,
            String attributes,
            boolean isInstalled,
            Wiring wiring) {
        public Plan on(TomcatDistribution other) {
            return new Plan(size, other, store, attributes, isInstalled, wiring);
        }

        public Plan with(String moreAttributes) {
            return new Plan(size, distribution, store, attributes + " " + moreAttributes, isInstalled, wiring);
        }

        public Plan with(Store other) {
            return new Plan(size, distribution, other, attributes, isInstalled, wiring);
        }

        public Plan withTomcatsOwnManager() {
            return new Plan(size, distribution, store, attributes, false, wiring);
        }

        /** The ring as the store, with attributes of the ring element. */
        public Plan withRing(String ring) {
            Wiring other = new Wiring(wiring.host(), wiring.ring() + " " + ring, wiring.canBeCut());
            return new Plan(size, distribution, Store.RING, attributes, isInstalled, other);
        }

        public Plan thatCanBeCut() {
            Wiring other = new Wiring(wiring.host(), wiring.ring(), true);
            return new Plan(size, distribution, store, attributes, isInstalled, other);
        }

        /** With the ring on an address of this machine; HTTP stays on the loopback interface. */
        public Plan onHost(String host) {
            Wiring other = new Wiring(host, wiring.ring(), wiring.canBeCut());
            return new Plan(size, distribution, store, attributes, isInstalled, other);
        }

        /** Returns when all sruns are up, and the router if there is one. */
        public TestCluster start(boolean withRouter) {
            try {
                var cluster = new TestCluster(Files.createTempDirectory("ringlet-it-"));
                try {
                    start(cluster, withRouter);
                    return cluster;
                } catch (IOException | RuntimeException | Error e) {
                    cluster.close();
                    throw e;
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void start(TestCluster cluster, boolean withRouter) throws IOException {
            List<Integer> ports = FreePorts.take(2 * size + 2);
            List<Integer> ringPorts = ports.subList(size + 2, ports.size());
            if (wiring.canBeCut()) {
                cluster.links = Optional.of(Links.between(ringPorts));
            }
            Files.createDirectory(cluster.sessions());
            for (int index = 0; index < size; index++) {
                String id = Character.toString('a' + index);
                TomcatProcess srun =
                        TomcatProcess.lay(distribution, id, ports.get(index), cluster.root.resolve("srun-" + id));
                if (isInstalled) {
                    install(srun, clusterXml(ports, ringPortsSeenFrom(index, ringPorts, cluster)), cluster.sessions());
                }
                cluster.sruns.add(srun);
            }
            cluster.sruns.forEach(TomcatProcess::launch);
            cluster.sruns.forEach(TomcatProcess::awaitUp);
            if (withRouter) {
                Path clusterFile = Files.writeString(cluster.root.resolve("cluster.xml"), clusterXml(ports, ringPorts));
                cluster.router = Optional.of(
                        RouterProcess.start(clusterFile, ports.get(size), cluster.root.resolve("router.log")));
            }
        }

        /** Each srun may have a cluster file of its own, with other addresses for the others. */
        private List<Integer> ringPortsSeenFrom(int viewer, List<Integer> ringPorts, TestCluster cluster) {
            return IntStream.range(0, size)
                    .mapToObj(index -> cluster.links
                            .filter(links -> index != viewer)
                            .map(links -> links.portOf(index, viewer))
                            .orElse(ringPorts.get(index)))
                    .toList();
        }

        private void install(TomcatProcess srun, String clusterXml, Path sessions) throws IOException {
            Files.copy(
                    Build.ringlet().resolve("lib/ringlet-tomcat.jar"),
                    srun.base().resolve("lib/ringlet-tomcat.jar"));
            Files.writeString(srun.base().resolve("conf/cluster.xml"), clusterXml);
            Files.writeString(
                    srun.base().resolve("conf/context.xml"),
                    """
                    <Context>
                      <Manager className="org.ringlet.tomcat.RingletManager" %s %s/>
                    </Context>
                    """
                            .formatted(
                                    store == Store.FILE
                                            ? "store=\"file\" file.directory=\"" + sessions + "\""
                                            : "store=\"ring\"",
                                    attributes));
        }

        private String clusterXml(List<Integer> ports, List<Integer> ringPorts) {
            var xml = new StringBuilder("<cluster name=\"it\" secret=\"" + SECRET + "\">\n");
            for (int index = 0; index < size; index++) {
                xml.append("<srun id=\"%s\" index=\"%d\" host=\"%s\" http-port=\"%d\" ring-port=\"%d\"/>\n"
                        .formatted(
                                Character.toString('a' + index),
                                index,
                                wiring.host(),
                                ports.get(index),
                                ringPorts.get(index)));
            }
            return xml.append(
                            """
                            <ring %s/>
                            <router host="127.0.0.1" port="%d">
                            <health %s interval="500ms" rise="1" fall="2" timeout="2s"/>
                            <admin host="127.0.0.1" port="%d"/>
                            </router>
                            </cluster>
                            """
                                    .formatted(
                                            wiring.ring(),
                                            ports.get(size),
                                            isInstalled ? "type=\"http\" path=\"/.ringlet/status\"" : "type=\"tcp\"",
                                            ports.get(size + 1)))
                    .toString();
        }
    }
}
