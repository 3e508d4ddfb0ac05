package org.ringlet.tomcat;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.jspecify.annotations.Nullable;
import org.ringlet.cluster.Cluster;
import org.ringlet.cluster.Srun;
import org.ringlet.cluster.StatusProof;
import org.ringlet.store.StoreHealth;
import org.ringlet.store.StoreStatus;

/**
 * Answers {@code GET /.ringlet/status} on any host: who this srun is and how it is. Only a caller that proves the
 * cluster's secret, one with the admin token, or one on this machine that forwards for nobody gets an answer; to others
 * the path does not exist.
 */
final class StatusEndpoint {
    static final String PATH = "/.ringlet/status";

    private static final Duration PROOF_TOLERANCE = Duration.ofMinutes(5);
    private static final List<String> FORWARDING_HEADERS =
            List.of("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via");

    private final Cluster cluster;
    private final Srun srun;
    private final List<RingletManager> managers = new CopyOnWriteArrayList<>();

    StatusEndpoint(Cluster cluster, Srun srun) {
        this.cluster = cluster;
        this.srun = srun;
    }

    void add(RingletManager manager) {
        managers.add(manager);
    }

    /** Forgets a Manager; true if it was the last one. */
    boolean remove(RingletManager manager) {
        managers.remove(manager);
        return managers.isEmpty();
    }

    boolean isFor(Request request) {
        return PATH.equals(request.getRequestURI());
    }

    void answer(Request request, Response response) throws IOException {
        if (!mayKnow(request)) {
            response.sendError(HttpServletResponse.SC_NOT_FOUND);
            return;
        }
        if (!request.getMethod().equals("GET") && !request.getMethod().equals("HEAD")) {
            response.setHeader("Allow", "GET, HEAD");
            response.sendError(HttpServletResponse.SC_METHOD_NOT_ALLOWED);
            return;
        }
        StoreStatus status = status();
        byte[] json = json(status).getBytes(StandardCharsets.UTF_8);
        response.setStatus(isServing(status) ? HttpServletResponse.SC_OK : HttpServletResponse.SC_SERVICE_UNAVAILABLE);
        response.setContentType("application/json;charset=UTF-8");
        response.setHeader("Cache-Control", "no-store");
        response.setContentLength(json.length);
        response.getOutputStream().write(json);
    }

    private boolean mayKnow(Request request) {
        return hasProof(request) || hasToken(request) || isLocal(request);
    }

    private boolean hasProof(Request request) {
        String proof = request.getHeader(StatusProof.HEADER);
        Optional<String> secret = cluster.secret();
        return proof != null
                && secret.isPresent()
                && StatusProof.verify(secret.get(), proof, Instant.now(), PROOF_TOLERANCE);
    }

    private boolean hasToken(Request request) {
        String given = request.getHeader("Authorization");
        Optional<String> token = cluster.router().admin().token();
        return given != null && token.isPresent() && isEqual("Bearer " + token.get(), given);
    }

    private static boolean isEqual(String expected, String given) {
        return MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
    }

    private static boolean isLocal(Request request) {
        return FORWARDING_HEADERS.stream().allMatch(name -> request.getHeader(name) == null)
                && isLoopback(request.getPeerAddr());
    }

    private static boolean isLoopback(@Nullable String address) {
        try {
            return address != null && InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** That of the application which is the least far. */
    private StoreStatus status() {
        return managers.stream()
                .map(RingletManager::storeStatus)
                .min(Comparator.comparing(StatusEndpoint::isServing))
                .orElse(StoreStatus.ACTIVE);
    }

    private static boolean isServing(StoreStatus status) {
        return status.phase() == StoreStatus.Phase.ACTIVE || status.phase() == StoreStatus.Phase.DRAINING;
    }

    private static String ring(StoreStatus status) {
        return status.figures().isEmpty()
                ? ""
                : status.figures().entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(figure -> Json.string(figure.getKey()) + ":" + figure.getValue())
                        .collect(Collectors.joining(",", ",\"ring\":{", "}"));
    }

    private String json(StoreStatus status) {
        int sessions =
                managers.stream().mapToInt(RingletManager::getActiveSessions).sum();
        int unsaved =
                managers.stream().mapToInt(RingletManager::getUnsavedSessions).sum();
        StoreHealth health = managers.stream()
                .map(RingletManager::storeHealth)
                .filter(store -> !store.up())
                .findFirst()
                .orElse(new StoreHealth(true, ""));
        return "{\"id\":" + Json.string(srun.id())
                + ",\"index\":" + srun.index()
                + ",\"state\":" + Json.string(status.phase().toString())
                + ",\"reason\":" + Json.string(health.up() ? "" : "the store is down: " + health.detail())
                + ",\"store\":{\"up\":" + health.up() + ",\"unsaved\":" + unsaved + "}"
                + ",\"sessions\":" + sessions
                + ",\"load\":{\"cpu\":" + Json.number(ProcessLoad.cpu()) + "}"
                + ring(status)
                + "}\n";
    }
}
