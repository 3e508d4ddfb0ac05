package org.ringlet.cluster;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One Tomcat JVM of a cluster, as declared.
 *
 * @param index what session ids call it, 0 to 4095: it must never be given to another srun while sessions of this one
 *     live
 * @param id what people call it
 * @param host a name, an IPv4 address, or an IPv6 address without brackets
 * @param weight its share of new sessions, 0 to 1000; 0: it takes none
 * @param zone what fails together; replicas are kept apart
 * @param group which requests it serves, by the router's routes
 * @param spare whether it takes new sessions only when no other srun can
 */
public record Srun(
        int index,
        String id,
        String host,
        int httpPort,
        OptionalInt ringPort,
        int weight,
        Optional<String> zone,
        Optional<String> group,
        boolean spare) {
    public static final int DEFAULT_WEIGHT = 100;

    public Srun {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(ringPort, "ringPort");
        Objects.requireNonNull(zone, "zone");
        Objects.requireNonNull(group, "group");
    }

    static Srun alone() {
        return new Srun(
                0,
                "0",
                "127.0.0.1",
                8080,
                OptionalInt.empty(),
                DEFAULT_WEIGHT,
                Optional.empty(),
                Optional.empty(),
                false);
    }

    /** Where it answers HTTP, as in a URL: an IPv6 host is in brackets. */
    public String httpAddress() {
        return address(host, httpPort);
    }

    static String address(String host, int port) {
        return (host.contains(":") ? "[" + host + "]:" : host + ":") + port;
    }

    @Override
    public String toString() {
        return id + "(" + index + ") " + httpAddress();
    }
}
