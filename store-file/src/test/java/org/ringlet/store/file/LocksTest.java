package org.ringlet.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ringlet.store.StoreFixture;
import org.ringlet.store.StoreUnavailableException;

class LocksTest {
    private static final FileName NAME = FileName.of(StoreFixture.newKey());

    @TempDir
    Path directory;

    private final ExecutorService executor = Executors.newCachedThreadPool();
    private LockFile file;
    private Locks locks;

    @BeforeEach
    void open() throws IOException {
        file = LockFile.in(directory, Permissions.at(directory));
        locks = new Locks(file, Duration.ofMillis(50));
    }

    @AfterEach
    void close() throws IOException {
        executor.shutdownNow();
        file.close();
    }

    @Test
    void givesUpWhenAnotherThreadHasTheLockForTooLong() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Future<?> holder = executor.submit(() -> locks.holding(NAME, () -> {
            held.countDown();
            return await(release);
        }));
        held.await();

        assertThatThrownBy(() -> locks.holding(NAME, () -> "never"))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("another thread of this JVM");

        release.countDown();
        holder.get();
        assertThat(locks.<String>holding(NAME, () -> "now")).isEqualTo("now");
    }

    @Test
    void givesUpWhenSomebodyElseHasTheFileLockForTooLong() throws IOException {
        try (FileChannel other = FileChannel.open(directory.resolve(LockFile.NAME), Open.READ_AND_WRITE);
                var lock = other.lock(NAME.stripe(Locks.COUNT), 1, false)) {
            assertThat(lock.isValid()).isTrue();

            assertThatThrownBy(() -> locks.holding(NAME, () -> "never"))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("another process");
        }
    }

    @Test
    void takesTwoLocksInOneOrderWhoeverAsks() throws Exception {
        FileName other = Stream.generate(() -> FileName.of(StoreFixture.newKey()))
                .filter(name -> name.stripe(Locks.COUNT) != NAME.stripe(Locks.COUNT))
                .findFirst()
                .orElseThrow();

        Locks patient = new Locks(file, Duration.ofSeconds(30));

        Future<?> there = executor.submit(() -> manyTimes(patient, NAME, other));
        Future<?> back = executor.submit(() -> manyTimes(patient, other, NAME));

        there.get();
        back.get();
    }

    @Test
    void takesOneLockForTwoFilesOfOneStripe() throws IOException {
        assertThat(locks.<String>holding(NAME, NAME, () -> "done")).isEqualTo("done");
    }

    @Test
    void givesTheLockBackWhenTheWorkFails() throws Exception {
        assertThatThrownBy(() -> locks.holding(NAME, () -> {
                    throw new IOException("disk on fire");
                }))
                .hasMessage("disk on fire");

        Future<String> next = executor.submit(() -> locks.holding(NAME, () -> "done"));
        assertThat(next.get()).isEqualTo("done");
    }

    private static Void manyTimes(Locks locks, FileName one, FileName other) throws IOException {
        for (int i = 0; i < 1000; i++) {
            locks.holding(one, other, () -> "done");
        }
        return null;
    }

    private static String await(CountDownLatch latch) {
        try {
            latch.await();
            return "done";
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
