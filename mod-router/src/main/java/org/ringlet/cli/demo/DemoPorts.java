package org.ringlet.cli.demo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.ringlet.cli.CommandFailedException;

/** The ports of a demo, one after the other: router, admin page, Tomcats, ring. */
public record DemoPorts(int router, int nodes) {
    /** So many ids of one letter there are. */
    public static final int MAX_NODES = 26;

    public int admin() {
        return router + 1;
    }

    public int tomcat(int index) {
        return router + 2 + index;
    }

    public int ring(int index) {
        return tomcat(nodes) + index;
    }

    public int last() {
        return router + 1 + 2 * nodes;
    }

    void requireFree() {
        requireFree(router, "the router");
        requireFree(admin(), "the admin page");
        for (int index = 0; index < nodes; index++) {
            requireFree(tomcat(index), "a Tomcat");
            requireFree(ring(index), "the ring");
        }
    }

    private void requireFree(int port, String use) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        } catch (IOException e) {
            throw new CommandFailedException(
                    "port " + port + ", for " + use + ", is not free (" + e.getMessage() + "): the demo uses " + router
                            + " to " + last() + "; choose others with --port",
                    e);
        }
    }
}
