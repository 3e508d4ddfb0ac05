package org.ringlet.router.log;

import java.time.Duration;
import java.time.Instant;

/**
 * One request, at its end.
 *
 * @param status what the client got; 0 if it got none
 * @param bytes of the response's body that were passed on
 * @param srun the id of the srun that was asked last; {@code -} if none was
 * @param attempts how many times an srun was asked
 * @param end why the request ended
 */
public record AccessEntry(
        Instant start,
        Duration duration,
        String client,
        String method,
        String target,
        String version,
        int status,
        long bytes,
        String referer,
        String userAgent,
        String srun,
        int attempts,
        String end) {}
