package org.ringlet.cluster;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * How the router listens, balances and watches.
 *
 * @param host the address that it listens on; empty: all
 * @param balance how new sessions are spread, {@code round-robin} for one
 * @param localFirst whether the srun on the router's own host is preferred for new sessions
 */
public record RouterSettings(
        Optional<String> host,
        int port,
        String balance,
        boolean localFirst,
        HealthSettings health,
        AdminSettings admin,
        List<RouteRule> routes) {
    public static final RouterSettings DEFAULT = new RouterSettings(
            Optional.empty(), 8000, "round-robin", false, HealthSettings.DEFAULT, AdminSettings.DEFAULT, List.of());

    /** What {@code balance} may be. */
    public static final List<String> BALANCES = List.of(
            "round-robin", "least-connections", "random", "weighted-random", "response-time", "load", "ip-hash");

    public RouterSettings {
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(balance, "balance");
        Objects.requireNonNull(health, "health");
        Objects.requireNonNull(admin, "admin");
        routes = List.copyOf(routes);
    }

    /** What a probe of an srun does. */
    public enum ProbeType {
        /** Opens a connection. */
        TCP,
        /** Sends a request and looks at the status of the answer. */
        HTTP;

        /** As the cluster file has them. */
        static List<String> names() {
            return Arrays.stream(values()).map(ProbeType::toString).toList();
        }

        static ProbeType of(String name) {
            return valueOf(name.toUpperCase(Locale.ROOT));
        }

        /** As the cluster file has it. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * How sruns are probed.
     *
     * @param path what an HTTP probe asks for
     * @param rise how many good probes in a row bring an srun back
     * @param fall how many bad ones take it out
     */
    public record HealthSettings(ProbeType type, String path, Duration interval, int rise, int fall, Duration timeout) {
        public static final HealthSettings DEFAULT = new HealthSettings(
                ProbeType.HTTP, "/.ringlet/status", Duration.ofSeconds(2), 2, 3, Duration.ofSeconds(1));
    }

    /** Where the admin page is, and what opens it. */
    public record AdminSettings(String host, int port, Optional<String> token) {
        public static final AdminSettings DEFAULT = new AdminSettings("127.0.0.1", 8001, Optional.empty());

        /** Without the token. */
        @Override
        public String toString() {
            return "admin " + host + ":" + port;
        }
    }

    /**
     * Which requests go to a group of sruns.
     *
     * @param path a pattern as in a servlet mapping
     */
    public record RouteRule(Optional<String> path, Optional<String> host, String group) {}
}
