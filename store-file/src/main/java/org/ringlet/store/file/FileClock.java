package org.ringlet.store.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The file system's clock, read off a probe file that is written to. Between two probes, a second apart at most, the
 * JVM's monotonic clock carries on; so a jump of the file system's clock is followed within that second.
 */
final class FileClock {
    static final String NAME = "ringlet.clock";

    private static final long INTERVAL = Duration.ofSeconds(1).toNanos();

    private final Path probe;
    private final LockFile lockFile;
    private final Permissions permissions;
    private final ReentrantLock probing = new ReentrantLock();
    private volatile @Nullable Reading last;

    private record Reading(Instant stamp, long monotonicNanos) {}

    FileClock(Path probe, LockFile lockFile, Permissions permissions) {
        this.probe = probe;
        this.lockFile = lockFile;
        this.permissions = permissions;
    }

    /** How old a time stamp is; never negative, for stamps are coarse and clocks are set back. */
    Duration age(FileTime stamp) throws IOException {
        Duration age = Duration.between(stamp.toInstant(), now());
        return age.isNegative() ? Duration.ZERO : age;
    }

    private Instant now() throws IOException {
        Reading reading = last;
        if (reading == null || System.nanoTime() - reading.monotonicNanos >= INTERVAL) {
            reading = read();
        }
        return reading.stamp.plusNanos(System.nanoTime() - reading.monotonicNanos);
    }

    /** Writes to the probe file now: shows that the directory can be written to. */
    void probe() throws IOException {
        lockFile.requirePresent();
        try (FileChannel channel = FileChannel.open(probe, Open.WRITE_OR_CREATE, permissions.ofFiles())) {
            channel.write(ByteBuffer.wrap(new byte[1]), 0);
        }
        Instant stamp =
                Files.getLastModifiedTime(probe, LinkOption.NOFOLLOW_LINKS).toInstant();
        // read after the write: an age that is a little too small does no harm
        last = new Reading(stamp, System.nanoTime());
    }

    private Reading read() throws IOException {
        probing.lock();
        try {
            Reading reading = last;
            if (reading == null || System.nanoTime() - reading.monotonicNanos >= INTERVAL) {
                probe();
            }
            return Objects.requireNonNull(last);
        } finally {
            probing.unlock();
        }
    }
}
