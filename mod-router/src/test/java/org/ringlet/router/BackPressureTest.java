package org.ringlet.router;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A body of any size passes through a few buffers, at the pace of the slower side. */
@ExtendWith(NoLeaks.class)
class BackPressureTest {
    private static final int SIZE = 50 * 1024 * 1024;
    private static final byte[] PIECE = piece();
    /** What the sockets of the operating system may hold, and what the router may. */
    private static final long HELD_AT_MOST = 24L * 1024 * 1024;

    private static final long DIRECT_AT_MOST = 8L * 1024 * 1024;

    private final CountDownLatch readerMayGoOn = new CountDownLatch(1);
    private final AtomicLong written = new AtomicLong();
    private TestSrun srun;
    private Router router;

    @BeforeEach
    void startRouter() {
        srun = TestSrun.answering(0);
        router = Router.start(Clusters.of(srun));
    }

    @AfterEach
    void stopAll() {
        router.stop(Duration.ZERO);
        srun.close();
    }

    @Test
    void aDownloadWaitsForTheClient() throws Exception {
        srun.script(connection -> {
            connection.readHead();
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: " + SIZE + "\r\n\r\n");
            for (int sent = 0; sent < SIZE; sent += PIECE.length) {
                connection.write(PIECE);
                written.addAndGet(PIECE.length);
            }
        });
        try (TestClient client = TestClient.to(router)) {
            client.get("/").receiveHead();
            assertTheWriterIsHeldUp();

            assertThat(readAll(client::read)).isEqualTo(SIZE);
        }
    }

    @Test
    void anUploadWaitsForTheSrun() throws Exception {
        AtomicLong received = new AtomicLong();
        srun.script(connection -> {
            connection.readHead();
            awaitPermission();
            received.set(readAll(connection::read));
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        });
        try (TestClient client = TestClient.to(router)) {
            CompletableFuture<Void> upload = CompletableFuture.runAsync(() -> upload(client));
            assertTheWriterIsHeldUp();
            readerMayGoOn.countDown();

            assertThat(client.receive().status()).isEqualTo(200);
            upload.join();
        }
        assertThat(received).hasValue(SIZE);
    }

    @Test
    void aBodyThatComesBackWhileItIsSentPassesBothWaysAtOnce() throws Exception {
        srun.script(connection -> {
            connection.readHead();
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: " + SIZE + "\r\n\r\n");
            byte[] buffer = new byte[PIECE.length];
            for (int echoed = 0; echoed < SIZE; ) {
                int read = connection.read(buffer);
                connection.write(Arrays.copyOf(buffer, read));
                echoed += read;
            }
        });
        try (TestClient client = TestClient.to(router)) {
            CompletableFuture<Void> upload = CompletableFuture.runAsync(() -> upload(client));
            client.receiveHead();

            assertThat(readAll(client::read)).isEqualTo(SIZE);
            upload.join();
        }
    }

    /** The writer makes no more progress, long before it is done, and little is held in between. */
    private void assertTheWriterIsHeldUp() {
        AtomicLong before = new AtomicLong(-1);
        await().pollInterval(Duration.ofMillis(200)).until(() -> {
            long now = written.get();
            return now > 0 && before.getAndSet(now) == now;
        });
        assertThat(written.get()).isLessThan(HELD_AT_MOST);
        assertThat(usedDirectMemory()).isLessThan(DIRECT_AT_MOST);
    }

    private void upload(TestClient client) {
        try {
            client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: " + SIZE + "\r\n\r\n");
            for (int sent = 0; sent < SIZE; sent += PIECE.length) {
                client.send(PIECE);
                written.addAndGet(PIECE.length);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void awaitPermission() {
        try {
            readerMayGoOn.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private interface Source {
        int read(byte[] buffer) throws IOException;
    }

    private static long readAll(Source source) throws IOException {
        byte[] buffer = new byte[PIECE.length];
        long total = 0;
        while (total < SIZE) {
            int read = source.read(buffer);
            if (read < 0) {
                throw new IOException("ended after " + total + " bytes");
            }
            for (int i = 0; i < read; i++) {
                if (buffer[i] != PIECE[(int) ((total + i) % PIECE.length)]) {
                    throw new IOException("wrong byte at " + (total + i));
                }
            }
            total += read;
        }
        return total;
    }

    private static long usedDirectMemory() {
        return ((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT)
                .metric()
                .usedDirectMemory();
    }

    private static byte[] piece() {
        byte[] piece = new byte[64 * 1024];
        for (int i = 0; i < piece.length; i++) {
            piece[i] = (byte) ((i * 31) >> 3);
        }
        return piece;
    }
}
