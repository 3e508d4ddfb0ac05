package org.ringlet.store;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.ringlet.cluster.Cluster;
import org.ringlet.seal.Seal;

/**
 * What a store is opened with.
 *
 * @param cluster the sruns that share the store
 * @param clusterFile where that was read, to be watched by who can follow a change; empty if there is no file
 * @param srun the index of this one
 * @param base the directory that relative paths start from: Tomcat's {@code catalina.base}
 * @param seal how bodies are sealed
 * @param previousSecrets that the cluster had before its present one
 * @param timeout how long a call may wait, for a lock or a connection, before it fails
 * @param tombstoneLife how long the trace of an ended session is kept
 * @param maxSessionSize more bytes than a record of which are refused unread
 * @param options the store's own options, without the store's name and dot
 */
public record StoreSettings(
        Cluster cluster,
        Optional<Path> clusterFile,
        int srun,
        Path base,
        Seal seal,
        List<String> previousSecrets,
        Duration timeout,
        Duration tombstoneLife,
        long maxSessionSize,
        Map<String, String> options) {
    public StoreSettings {
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(base, "base");
        Objects.requireNonNull(seal, "seal");
        Objects.requireNonNull(timeout, "timeout");
        Objects.requireNonNull(tombstoneLife, "tombstoneLife");
        previousSecrets = List.copyOf(previousSecrets);
        options = Map.copyOf(options);
    }

    public Optional<String> option(String name) {
        return Optional.ofNullable(options.get(name));
    }
}
