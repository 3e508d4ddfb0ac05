package org.ringlet.it.harness;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A {@link Link} between each two sruns of a ring. */
final class Links implements AutoCloseable {
    private record Ends(int lower, int higher) {
        static Ends of(int one, int other) {
            return new Ends(Math.min(one, other), Math.max(one, other));
        }
    }

    private final Map<Ends, Link> links = new HashMap<>();

    /** @param ringPorts of the sruns, by index */
    static Links between(List<Integer> ringPorts) {
        var links = new Links();
        for (int higher = 1; higher < ringPorts.size(); higher++) {
            for (int lower = 0; lower < higher; lower++) {
                Link link = Link.between(ringPorts.get(lower), ringPorts.get(higher));
                links.links.put(new Ends(lower, higher), link);
            }
        }
        return links;
    }

    Link between(int one, int other) {
        return links.get(Ends.of(one, other));
    }

    /** The port where one srun is found by another. */
    int portOf(int srun, int seenFrom) {
        Link link = between(srun, seenFrom);
        return srun < seenFrom ? link.portOfFirst() : link.portOfSecond();
    }

    @Override
    public void close() {
        links.values().forEach(Link::close);
    }
}
