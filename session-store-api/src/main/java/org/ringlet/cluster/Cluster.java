package org.ringlet.cluster;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a cluster file declares. Immutable; no two sruns have one index or one id.
 *
 * @param secret what stored bytes are sealed with, and what sruns know each other by
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
        requireDistinct(sruns, Srun::index);
        requireDistinct(sruns, Srun::id);
    }

    private static void requireDistinct(List<Srun> sruns, Function<Srun, Object> part) {
        if (sruns.stream().map(part).distinct().count() < sruns.size()) {
            throw new IllegalArgumentException(
                    "two of the " + sruns.size() + " sruns of a cluster have one index or one id");
        }
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
