package org.ringlet.router;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.ringlet.cluster.Srun;

/** A server that does what its script says, byte for byte, and remembers the heads that it got. */
final class TestSrun implements AutoCloseable {
    /** What is done with each request, whose first byte is there. */
    interface Script {
        void serve(Connection connection) throws IOException;
    }

    private final int index;
    private final ServerSocket listener;
    private final List<String> heads = new CopyOnWriteArrayList<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger used = new AtomicInteger();
    private final Thread acceptor = new Thread(this::accept, "test-srun-acceptor");
    private volatile Script script;

    private TestSrun(int index, ServerSocket listener, Script script) {
        this.index = index;
        this.listener = listener;
        this.script = script;
    }

    static TestSrun start(int index, Script script) {
        return startOn(0, index, script);
    }

    static TestSrun startOn(int port, int index, Script script) {
        try {
            TestSrun srun = new TestSrun(index, new ServerSocket(port, 200, InetAddress.getLoopbackAddress()), script);
            srun.acceptor.setDaemon(true);
            srun.acceptor.start();
            return srun;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Answers each request with its own index. */
    static TestSrun answering(int index) {
        return start(index, answeringWith(index));
    }

    static Script answeringWith(int index) {
        return responding("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n" + index);
    }

    /** Reads one request and writes this. */
    static Script responding(String raw) {
        return connection -> {
            Optional<String> head = connection.readHead();
            if (head.isPresent()) {
                connection.skipBody(head.get());
                connection.write(raw);
            }
        };
    }

    /** Reads a head, writes this, and closes. */
    static Script respondingThenClosing(String raw) {
        return connection -> {
            if (connection.readHead().isPresent()) {
                connection.write(raw);
            }
            connection.close();
        };
    }

    /** From the next request on. */
    void script(Script next) {
        script = next;
    }

    Srun declared() {
        return new Srun(
                index,
                Character.toString('a' + index),
                "127.0.0.1",
                port(),
                OptionalInt.empty(),
                Srun.DEFAULT_WEIGHT,
                Optional.empty(),
                Optional.empty(),
                false);
    }

    int port() {
        return listener.getLocalPort();
    }

    List<String> heads() {
        return heads;
    }

    /** How many connections carried at least one byte: probes that only connect don't count. */
    int usedConnections() {
        return used.get();
    }

    void forget() {
        heads.clear();
        used.set(0);
    }

    /** As if the process were killed: nothing listens, and open connections are reset. */
    void kill() {
        close();
    }

    @Override
    public void close() {
        try {
            listener.close();
            acceptor.join(); // until it has noticed, the system may still let it accept
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
        open.forEach(TestSrun::reset);
    }

    private static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            // its own thread was faster
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                socket.setTcpNoDelay(true);
                open.add(socket);
                daemon(() -> serve(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            Connection connection = new Connection(socket);
            if (connection.awaitByte()) {
                used.incrementAndGet();
                do {
                    script.serve(connection);
                } while (connection.awaitByte());
            }
        } catch (IOException e) {
            // the router hung up, or the test did
        } finally {
            open.remove(socket);
        }
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "test-srun");
        thread.setDaemon(true);
        thread.start();
    }

    /** The srun's end of one connection. */
    final class Connection {
        private final Socket socket;
        private final InputStream in;
        private final OutputStream out;

        private Connection(Socket socket) throws IOException {
            this.socket = socket;
            this.in = new BufferedInputStream(socket.getInputStream(), 64 * 1024);
            this.out = socket.getOutputStream();
        }

        private boolean awaitByte() throws IOException {
            in.mark(1);
            if (in.read() < 0) {
                return false;
            }
            in.reset();
            return true;
        }

        /** Empty at the end of the connection. */
        Optional<String> readHead() throws IOException {
            ByteArrayOutputStream head = new ByteArrayOutputStream();
            for (int b = in.read(); b >= 0; b = in.read()) {
                head.write(b);
                if (b == '\n' && head.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
                    heads.add(head.toString(ISO_8859_1));
                    return Optional.of(head.toString(ISO_8859_1));
                }
            }
            return Optional.empty();
        }

        /** Reads the body that this head announces, and gives it without its chunks. */
        String readBody(String head) throws IOException {
            String lower = head.toLowerCase(Locale.ROOT);
            if (lower.contains("transfer-encoding: chunked")) {
                return readChunks();
            }
            int at = lower.indexOf("\r\ncontent-length: ");
            return at < 0
                    ? ""
                    : new String(
                            in.readNBytes(Integer.parseInt(lower.substring(at + 18, lower.indexOf('\r', at + 18)))),
                            ISO_8859_1);
        }

        void skipBody(String head) throws IOException {
            readBody(head);
        }

        private String readChunks() throws IOException {
            StringBuilder body = new StringBuilder();
            for (int size = Integer.parseInt(readLine(), 16); size > 0; size = Integer.parseInt(readLine(), 16)) {
                body.append(new String(in.readNBytes(size), ISO_8859_1));
                readLine();
            }
            skipTrailers();
            return body.toString();
        }

        private void skipTrailers() throws IOException {
            String line = readLine();
            while (!line.isEmpty()) {
                line = readLine();
            }
        }

        String readLine() throws IOException {
            StringBuilder line = new StringBuilder();
            for (int b = in.read(); b != '\n'; b = in.read()) {
                if (b < 0) {
                    throw new IOException("connection ended within a line: " + line);
                }
                line.append((char) b);
            }
            return line.substring(0, line.length() - 1);
        }

        /** The next byte, or -1 at the end. */
        int read() throws IOException {
            return in.read();
        }

        int read(byte[] buffer) throws IOException {
            return in.read(buffer);
        }

        void write(String raw) throws IOException {
            write(raw.getBytes(ISO_8859_1));
        }

        void write(byte[] raw) throws IOException {
            out.write(raw);
            out.flush();
        }

        void reset() {
            TestSrun.reset(socket);
        }

        void close() throws IOException {
            socket.close();
        }
    }
}
