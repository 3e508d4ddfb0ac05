package org.ringlet.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Ports of the loopback interface on which nobody listens. */
public final class FreePorts {
    private static final int FIRST = 20_000;
    private static final int LAST = 30_000;

    private FreePorts() {}

    /** So many of them, all different. */
    public static List<Integer> take(int count) {
        List<ServerSocket> held = new ArrayList<>();
        try {
            List<Integer> ports = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                held.add(socket);
                ports.add(socket.getLocalPort());
            }
            return ports;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            held.forEach(FreePorts::close);
        }
    }

    /** The first of so many in a row. */
    public static int takeRow(int count) {
        int start = FIRST + (int) (ProcessHandle.current().pid() % 100) * 50;
        for (int first = start; first + count < LAST; first += count) {
            if (areFree(first, count)) {
                return first;
            }
        }
        throw new IllegalStateException("no " + count + " free ports in a row from " + start + " to " + LAST);
    }

    private static boolean areFree(int first, int count) {
        for (int port = first; port < first + count; port++) {
            try (ServerSocket socket = new ServerSocket()) {
                socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            } catch (IOException e) {
                return false;
            }
        }
        return true;
    }

    private static void close(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
