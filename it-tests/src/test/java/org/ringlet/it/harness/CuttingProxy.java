package org.ringlet.it.harness;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A TCP proxy on the loopback interface that can be cut. While it is, neither bytes nor the end of a connection pass it,
 * in either direction, and who connects is accepted and hears nothing: as of a network that has lost its way, nobody is
 * told.
 */
final class CuttingProxy implements AutoCloseable {
    private static final int BUFFER = 16 * 1024;

    private final ServerSocket server;
    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition healed = lock.newCondition();
    private boolean isCut;

    private CuttingProxy(ServerSocket server, int target) {
        this.server = server;
        this.target = target;
    }

    /** One that forwards to a port. */
    static CuttingProxy to(int target) {
        try {
            var proxy = new CuttingProxy(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), target);
            proxy.start("accept", proxy::accept);
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return server.getLocalPort();
    }

    void cut() {
        setCut(true);
    }

    /** What was held up arrives now. */
    void heal() {
        setCut(false);
    }

    /** What was held up never arrives: both ends of each connection learn that it is lost. */
    void healWithLoss() {
        closeConnections();
        setCut(false);
    }

    @Override
    public void close() {
        close(server);
        healWithLoss();
    }

    private void setCut(boolean cut) {
        lock.lock();
        try {
            isCut = cut;
            healed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void awaitWhole() throws InterruptedException {
        lock.lock();
        try {
            while (isCut) {
                healed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket near = server.accept();
                sockets.add(near);
                start("connect", () -> connect(near));
            } catch (IOException e) {
                // closed, or the one who called has gone again
            }
        }
    }

    private void connect(Socket near) {
        try {
            awaitWhole();
            Socket far = new Socket(InetAddress.getLoopbackAddress(), target);
            sockets.add(far);
            near.setTcpNoDelay(true);
            far.setTcpNoDelay(true);
            start("back", () -> pass(far, near));
            pass(near, far);
        } catch (IOException e) {
            close(near);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void pass(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int length = read(in, buffer); length >= 0; length = read(in, buffer)) {
                awaitWhole();
                out.write(buffer, 0, length);
            }
            awaitWhole();
        } catch (IOException e) {
            // the other side has gone, and this one is told so
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            close(from);
            close(to);
        }
    }

    /** A reset is the end of a connection too, and must not be seen beyond the cut any more than another. */
    private static int read(InputStream in, byte[] buffer) {
        try {
            return in.read(buffer);
        } catch (IOException e) {
            return -1;
        }
    }

    private void closeConnections() {
        sockets.forEach(this::close);
    }

    private void close(Socket socket) {
        sockets.remove(socket);
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void close(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void start(String what, Runnable work) {
        Thread thread = new Thread(work, "proxy-to-" + target + "-" + what);
        thread.setDaemon(true);
        thread.start();
    }
}
