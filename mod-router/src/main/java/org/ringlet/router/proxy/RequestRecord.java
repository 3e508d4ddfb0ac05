package org.ringlet.router.proxy;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ringlet.router.log.AccessEntry;
import org.ringlet.router.log.AccessLog;

/** What the access log will say about one request: gathered on the way, noted once, at the end. */
final class RequestRecord {
    private static final String NONE = "-";

    private final AccessLog log;
    private final String client;
    private final @Nullable HttpRequest request;
    private final String version;
    private final long begun = System.nanoTime();
    private String srun = NONE;
    private int attempts;
    private int status;
    private long bytes;

    /**
     * @param request null if what came can't be called one
     */
    RequestRecord(Shared shared, String client, @Nullable HttpRequest request) {
        this.log = shared.accessLog();
        this.client = client;
        this.request = request;
        this.version = request == null ? NONE : request.protocolVersion().text();
    }

    void attemptAt(String srun) {
        this.srun = srun;
        attempts++;
    }

    void status(int status) {
        this.status = status;
    }

    void passedOn(int bytes) {
        this.bytes += bytes;
    }

    void end(EndReason reason) {
        log.note(() -> entry(reason));
    }

    private AccessEntry entry(EndReason reason) {
        Duration duration = Duration.ofNanos(System.nanoTime() - begun);
        return new AccessEntry(
                Instant.now().minus(duration),
                duration,
                client,
                request == null ? NONE : request.method().name(),
                request == null ? NONE : request.uri(),
                version,
                status,
                bytes,
                header(HttpHeaderNames.REFERER),
                header(HttpHeaderNames.USER_AGENT),
                srun,
                attempts,
                reason.toString());
    }

    private String header(CharSequence name) {
        return request == null
                ? NONE
                : Objects.requireNonNullElse(request.headers().get(name), NONE);
    }
}
