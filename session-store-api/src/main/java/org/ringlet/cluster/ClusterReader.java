package org.ringlet.cluster;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.ringlet.session.SessionId;

/** Makes a {@link Cluster} of a {@code <cluster>} element, and faults of all that is wrong with it. */
final class ClusterReader {
    private static final int MAX_WEIGHT = 1000;

    /** What only one srun may have, and where it was first met. */
    private final Map<String, Position> taken = new HashMap<>();

    private ClusterReader() {}

    /** The cluster; to be used only if there were no faults, empty if there is not enough to make one of. */
    static Optional<Cluster> read(Element root) {
        if (!root.name().equals("cluster")) {
            root.fault("the root element is <" + root.name() + ">; allowed is <cluster>");
            return Optional.empty();
        }
        return new ClusterReader().cluster(root);
    }

    private Optional<Cluster> cluster(Element cluster) {
        Optional<String> name = cluster.required("name", Grammar.TEXT);
        Optional<String> secret = cluster.optional("secret", Grammar.SECRET);
        List<Element> elements = cluster.children("srun");
        if (elements.isEmpty()) {
            cluster.fault("<cluster> has no <srun>; at least one is needed");
        }
        List<Srun> sruns =
                elements.stream().flatMap(srun -> srun(srun).stream()).toList();
        // of every srun, at fault or not: else a fault of an srun would make others of the routes
        Set<String> groups = elements.stream()
                .flatMap(srun -> srun.optional("group", Grammar.NAME).stream())
                .collect(Collectors.toSet());
        RingSettings ring = cluster.child("ring").map(RingReader::read).orElse(RingSettings.DEFAULT);
        RouterSettings router = cluster.child("router")
                .map(element -> RouterReader.read(element, groups))
                .orElse(RouterSettings.DEFAULT);
        cluster.refuseTheRest();
        return name.map(text -> new Cluster(text, secret, sruns, ring, router));
    }

    private Optional<Srun> srun(Element srun) {
        Optional<String> id = srun.required("id", Grammar.NAME);
        Optional<Integer> index = srun.required("index", Grammar.whole(0, SessionId.MAX_INDEX));
        Optional<String> host = srun.required("host", Grammar.HOST);
        Optional<Integer> httpPort = srun.required("http-port", Grammar.PORT);
        Optional<Integer> ringPort = srun.optional("ring-port", Grammar.PORT);
        Optional<Integer> weight = srun.optional("weight", Grammar.whole(0, MAX_WEIGHT));
        Optional<String> zone = srun.optional("zone", Grammar.NAME);
        Optional<String> group = srun.optional("group", Grammar.NAME);
        Optional<Boolean> spare = srun.optional("spare", Grammar.FLAG);
        srun.refuseTheRest();

        id.ifPresent(value -> claim(srun, "id", "id '" + value + "'"));
        index.ifPresent(value -> claim(srun, "index", "index " + value));
        host.ifPresent(name -> {
            httpPort.ifPresent(port -> claim(srun, "http-port", address(name, port)));
            ringPort.ifPresent(port -> claim(srun, "ring-port", address(name, port)));
        });
        if (!srun.isSound()) {
            return Optional.empty();
        }
        return Optional.of(new Srun(
                index.orElseThrow(),
                id.orElseThrow(),
                host.orElseThrow(),
                httpPort.orElseThrow(),
                ringPort.map(OptionalInt::of).orElse(OptionalInt.empty()),
                weight.orElse(Srun.DEFAULT_WEIGHT),
                zone,
                group,
                spare.orElse(false)));
    }

    private void claim(Element srun, String attribute, String what) {
        Position first = taken.putIfAbsent(what, srun.at(attribute));
        if (first != null) {
            srun.fault(attribute, what + " is already taken on line " + first.line() + "; each srun needs its own");
        }
    }

    private static String address(String host, int port) {
        return "address " + Srun.address(Grammar.canonicalHost(host), port);
    }
}
