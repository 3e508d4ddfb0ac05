package org.ringlet.store.file;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.ringlet.store.StoreUnavailableException;

/**
 * A fixed number of locks that hold within the JVM and across processes. Each is a {@link ReentrantLock} and, taken
 * after it, a lock on one byte of the lock file.
 *
 * <p>Three properties of POSIX record locks shape this. They belong to the process, so threads need locks of their own.
 * They go when <em>any</em> descriptor of the file is closed in the process, so there is one channel, for as long as
 * the directory is in use. And a blocking request fails with a false alarm of a deadlock where two processes with
 * several threads each hold one byte and want another, so a lock is tried for again and again instead; which also
 * bounds the wait if an srun is stopped with a lock in its hands.
 *
 * <p>Order: whoever holds two takes the lower number first. Nothing else is waited for with a lock in hand.
 */
final class Locks {
    static final int COUNT = 1024;

    private static final long SHORTEST_PAUSE = Duration.ofNanos(20_000).toNanos();
    private static final long LONGEST_PAUSE = Duration.ofMillis(2).toNanos();

    private final LockFile file;
    private final Duration patience;
    private final ReentrantLock[] withinJvm = new ReentrantLock[COUNT];

    /** @param patience how long a lock is waited for */
    Locks(LockFile file, Duration patience) {
        this.file = file;
        this.patience = patience;
        for (int i = 0; i < COUNT; i++) {
            withinJvm[i] = new ReentrantLock();
        }
    }

    /** Does something with the lock of a session file in hand. */
    <T> T holding(FileName name, IoWork<T> work) throws IOException {
        return holding(name.stripe(COUNT), work);
    }

    /** Does something with the locks of two session files in hand. */
    <T> T holding(FileName one, FileName other, IoWork<T> work) throws IOException {
        int low = Math.min(one.stripe(COUNT), other.stripe(COUNT));
        int high = Math.max(one.stripe(COUNT), other.stripe(COUNT));
        return low == high ? holding(low, work) : holding(low, () -> holding(high, work));
    }

    private <T> T holding(int stripe, IoWork<T> work) throws IOException {
        long deadline = System.nanoTime() + patience.toNanos();
        ReentrantLock inJvm = withinJvm[stripe];
        lock(inJvm, stripe, deadline);
        try {
            FileLock acrossProcesses = acquire(stripe, deadline);
            try {
                return work.run();
            } finally {
                release(acrossProcesses);
            }
        } finally {
            inJvm.unlock();
        }
    }

    private void lock(ReentrantLock inJvm, int stripe, long deadline) {
        boolean interrupted = false;
        try {
            while (!tryLock(inJvm, deadline)) {
                if (System.nanoTime() - deadline >= 0) {
                    throw busy(stripe, "another thread of this JVM");
                }
                interrupted = true;
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** False at the deadline, or at an interrupt, which is cleared: it doesn't concern a store. */
    private static boolean tryLock(ReentrantLock inJvm, long deadline) {
        if (inJvm.tryLock()) {
            return true;
        }
        try {
            return inJvm.tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            return false;
        }
    }

    private FileLock acquire(int stripe, long deadline) throws IOException {
        long pause = SHORTEST_PAUSE;
        while (true) {
            FileLock lock = tryLock(stripe);
            if (lock != null) {
                return lock;
            }
            if (System.nanoTime() - deadline >= 0) {
                throw busy(stripe, "another process");
            }
            LockSupport.parkNanos(pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE);
        }
    }

    private @Nullable FileLock tryLock(int stripe) throws IOException {
        FileChannel channel = file.channel();
        try {
            return channel.tryLock(stripe, 1, false);
        } catch (OverlappingFileLockException e) {
            // a second copy of this class, in another class loader, has it
            return null;
        } catch (ClosedChannelException e) {
            // the lock file was just replaced: there is a new channel, unless the directory is out of use
            if (file.channel() == channel) {
                throw e;
            }
            return null;
        }
    }

    private static void release(FileLock lock) {
        try {
            lock.release();
        } catch (IOException e) {
            // the channel was closed, and with it went the lock
        }
    }

    private StoreUnavailableException busy(int stripe, String holder) {
        return new StoreUnavailableException("lock " + stripe + " of " + file + " has been held by " + holder + " for "
                + patience.toMillis() + " ms (is an srun stopped or its disk stuck?)");
    }
}
