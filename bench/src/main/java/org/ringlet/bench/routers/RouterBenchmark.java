package org.ringlet.bench.routers;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.ringlet.bench.load.ClosedLoop;
import org.ringlet.bench.load.Usage;
import org.ringlet.bench.load.Window;
import org.ringlet.bench.process.Installation;
import org.ringlet.bench.process.Ports;
import org.ringlet.bench.process.ServerProcess;
import org.ringlet.bench.report.Progress;
import org.ringlet.bench.report.Rounds;
import org.ringlet.bench.report.Sample;
import org.ringlet.bench.report.Samples;
import org.ringlet.bench.report.WindowFigures;
import org.ringlet.bench.sessions.TomcatSetup;

/**
 * What a request costs in each router. All servers and routers are up from the start, so that those on the JVM keep
 * their compiled code; all routers but the measured one are idle.
 */
public final class RouterBenchmark {
    public static final String BASELINE = InstalledRouter.NGINX.name();

    private static final int USERS = 64;
    private static final int SERVERS = 2;

    private final Installation installation;
    private final Rounds rounds;
    private final Map<String, Fronts> fronts = new LinkedHashMap<>();
    private final Deque<Runnable> ends = new ArrayDeque<>();

    /** A router in front of the echo servers, and another of its kind in front of the Tomcats. */
    private record Fronts(Front echo, Front tomcats) {
        Front of(Traffic traffic) {
            return traffic.toTomcats() ? tomcats : echo;
        }
    }

    private record Front(ServerProcess process, InetSocketAddress address) {
        Usage usage() {
            return new Usage(process.cpu(), 0);
        }
    }

    public RouterBenchmark(Installation installation, Rounds rounds) {
        this.installation = installation;
        this.rounds = rounds;
    }

    public void run(Samples samples) throws IOException {
        try {
            startAll();
            List<String> names = List.copyOf(fronts.keySet());
            for (int round = 1; round <= rounds.count(); round++) {
                for (String name : rounds.order(names, round)) {
                    measure(name, round, samples);
                }
            }
        } finally {
            ends.forEach(Runnable::run);
        }
    }

    public static String report(Samples samples) {
        return WindowFigures.report(samples, 100_000, false);
    }

    private void startAll() throws IOException {
        List<RoutedServer> echos = startEchos();
        List<RoutedServer> tomcats = startTomcats();
        for (Router router : List.of(
                InstalledRouter.NGINX,
                InstalledRouter.HAPROXY,
                new UndertowRouter(installation),
                new RingletRouter(installation))) {
            if (router.obstacle().isPresent()) {
                Progress.say(
                        "without " + router.name() + ": " + router.obstacle().get());
                continue;
            }
            Progress.say("starting and warming up " + router.name());
            fronts.put(router.name(), new Fronts(start(router, "echo", echos), start(router, "tomcats", tomcats)));
            warmUp(router.name());
        }
    }

    private List<RoutedServer> startEchos() throws IOException {
        List<Integer> ports = Ports.free(SERVERS);
        List<String> command = installation.ownServer(
                "echo", ports.stream().map(String::valueOf).toList());
        Path directory = installation.workDirectory("echo");
        ends.push(ServerProcess.start("echo", directory, command, Ports.loopback(ports.get(SERVERS - 1)))::close);
        return IntStream.range(0, SERVERS)
                .mapToObj(index -> RoutedServer.of(index, ports.get(index)))
                .toList();
    }

    /** Of Ringlet, for every router alike: ours tells by the session id where a session is at home. */
    private List<RoutedServer> startTomcats() throws IOException {
        List<Integer> ports = Ports.free(SERVERS + 1);
        List<RoutedServer> tomcats = IntStream.range(0, SERVERS)
                .mapToObj(index -> RoutedServer.of(index, ports.get(index)))
                .toList();
        Path directory = installation.workDirectory("tomcats");
        Path clusterFile = Template.write(RingletRouter.CLUSTER_FILE, directory, ports.get(SERVERS), tomcats);
        for (RoutedServer tomcat : tomcats) {
            ends.push(
                    TomcatSetup.srun(tomcat.route(), tomcat.port(), clusterFile).start(installation)::close);
        }
        return tomcats;
    }

    private Front start(Router router, String servers, List<RoutedServer> to) throws IOException {
        int port = Ports.free(1).get(0);
        String name = router.name() + "-" + servers;
        Path directory = installation.workDirectory(name);
        ServerProcess process =
                ServerProcess.start(name, directory, router.prepare(directory, port, to), Ports.loopback(port));
        ends.push(process::close);
        return new Front(process, Ports.loopback(port));
    }

    private void warmUp(String name) throws IOException {
        for (Traffic traffic : Traffic.values()) {
            try (ClosedLoop loop = connect(name, traffic)) {
                loop.run(rounds.warmUp().dividedBy(Traffic.values().length));
            }
        }
    }

    private void measure(String name, int round, Samples samples) throws IOException {
        for (Traffic traffic : Traffic.values()) {
            try (ClosedLoop loop = connect(name, traffic)) {
                Window window = loop.measure(Rounds.LEAD_IN, rounds.duration(), front(name, traffic)::usage);
                samples.add(new Sample(name, traffic.toString(), round, WindowFigures.of(window)));
                Progress.say(round, name, traffic.toString(), window);
            }
        }
    }

    private ClosedLoop connect(String name, Traffic traffic) throws IOException {
        return ClosedLoop.connect(front(name, traffic).address(), traffic.users(USERS));
    }

    private Front front(String name, Traffic traffic) {
        return Objects.requireNonNull(fronts.get(name), name).of(traffic);
    }
}
