package org.ringlet.router.proxy;

import java.time.Duration;

/**
 * How much and how long the router puts up with.
 *
 * @param requestLine bytes of a request line
 * @param header bytes of a header; an srun must take a little more, since the router adds some
 * @param headers header fields of a request
 * @param connections of clients
 * @param headerTimeout from the opening of a client's connection to the end of the first head
 * @param keepAlive from the end of a response to the end of the next head
 * @param connectTimeout to open a connection to an srun
 * @param stallTimeout without a byte while a request is served: 504 if the srun is to blame, 408 if the client
 * @param idle how long an srun's connection is kept for the next request: less than the 20 s after which Tomcat closes it
 * @param idleConnections kept for each srun and event loop
 * @param linger how long a client that goes on sending may read a refusal before its connection is closed
 */
public record RouterLimits(
        int requestLine,
        int header,
        int headers,
        int connections,
        Duration headerTimeout,
        Duration keepAlive,
        Duration connectTimeout,
        Duration stallTimeout,
        Duration idle,
        int idleConnections,
        Duration linger) {
    public static final RouterLimits DEFAULT = new RouterLimits(
            8 * 1024,
            8 * 1024,
            100,
            10_000,
            Duration.ofSeconds(30),
            Duration.ofSeconds(60),
            Duration.ofSeconds(1),
            Duration.ofSeconds(60),
            Duration.ofSeconds(15),
            256,
            Duration.ofSeconds(2));

    /** The same with another response time-out. */
    public RouterLimits withStallTimeout(Duration timeout) {
        return new RouterLimits(
                requestLine,
                header,
                headers,
                connections,
                headerTimeout,
                keepAlive,
                connectTimeout,
                timeout,
                idle,
                idleConnections,
                linger);
    }
}
