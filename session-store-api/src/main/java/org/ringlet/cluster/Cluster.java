package org.ringlet.cluster;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a cluster file declares. Immutable and valid: indices, ids and addresses are unique.
 *
 * @param secret what stored bytes are sealed and peers are known by
 * @param sruns by ascending index
 */
public record Cluster(
        String name, Optional<String> secret, List<Srun> sruns, RingSettings ring, RouterSettings router) {
    public Cluster {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(secret, "secret");
        sruns = sruns.stream().sorted(Comparator.comparingInt(Srun::index)).toList();
        Objects.requireNonNull(ring, "ring");
        Objects.requireNonNull(router, "router");
    }

    /** The cluster of a JVM that has no cluster file: srun 0, alone. */
    public static Cluster ofOne() {
        return new Cluster(
                "default", Optional.empty(), List.of(Srun.alone()), RingSettings.DEFAULT, RouterSettings.DEFAULT);
    }

    public Optional<Srun> srun(int index) {
        return sruns.stream().filter(srun -> srun.index() == index).findFirst();
    }

    public Optional<Srun> srun(String id) {
        return sruns.stream().filter(srun -> srun.id().equals(id)).findFirst();
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "cluster " + name + " " + sruns;
    }
}
