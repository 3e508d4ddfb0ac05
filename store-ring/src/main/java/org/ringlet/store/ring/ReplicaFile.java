package org.ringlet.store.ring;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.jspecify.annotations.Nullable;
import org.ringlet.form.ByteSink;
import org.ringlet.form.ByteSource;
import org.ringlet.seal.Seal;
import org.ringlet.session.Application;
import org.ringlet.session.SessionKey;
import org.ringlet.session.SessionRecord;
import org.ringlet.store.ConfigurationException;
import org.ringlet.store.UnreadableSessionException;

/**
 * The replicas of an srun in a file, so that sessions outlive a stop of all sruns. What has changed is written every half
 * second, by a thread of its own, sealed: nothing waits for it, since what is acknowledged is on another srun by then.
 *
 * <p>Times in it are the machine's, since nothing else survives a restart: a clock that was set back makes sessions younger,
 * never older. A file that can't be read is put aside; the other sruns have what it had.
 */
final class ReplicaFile implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ReplicaFile.class.getName());
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final String ALIVE_AT = "alive at";
    private static final int KEY_SIZE = 16;
    private static final int ALIVE = 1;
    private static final int ENDED = 2;

    private final MVStore store;
    private final MVMap<String, byte[]> sessions;
    private final MVMap<String, Long> marks;
    private final Seal seal;
    private final Supplier<Instant> clock;
    private final Optional<Instant> lastAlive;
    private final Set<SessionKey> changed = ConcurrentHashMap.newKeySet();
    private final CountDownLatch closing = new CountDownLatch(1);
    private @Nullable Thread writer;

    private ReplicaFile(MVStore store, Seal seal, Supplier<Instant> clock) {
        this.store = store;
        this.sessions = store.openMap("sessions");
        this.marks = store.openMap("marks");
        this.seal = seal;
        this.clock = clock;
        this.lastAlive = Optional.ofNullable(marks.get(ALIVE_AT)).map(Instant::ofEpochMilli);
    }

    /**
     * @param clock the machine's
     * @throws ConfigurationException if the file can't be had
     */
    static ReplicaFile open(Path file, Seal seal, Supplier<Instant> clock) {
        try {
            Files.createDirectories(
                    file.toAbsolutePath().resolveSibling(""),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            return new ReplicaFile(openOrReplace(file), seal, clock);
        } catch (IOException | MVStoreException e) {
            throw new ConfigurationException("the ring's file " + file + " can't be opened: " + e.getMessage(), e);
        }
    }

    private static MVStore openOrReplace(Path file) throws IOException {
        try {
            return openStore(file);
        } catch (MVStoreException e) {
            if (e.getErrorCode() != org.h2.mvstore.DataUtils.ERROR_FILE_CORRUPT) {
                throw e;
            }
            Path aside = file.resolveSibling(file.getFileName() + ".broken");
            LOG.log(
                    Level.WARNING,
                    "the ring's file " + file + " can't be read and is put aside as " + aside.getFileName()
                            + "; the other sruns have what it had",
                    e);
            Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
            return openStore(file);
        }
    }

    private static MVStore openStore(Path file) {
        return new MVStore.Builder()
                .fileName(file.toString())
                .autoCommitDisabled()
                .open();
    }

    /** For how long nobody has written to the file; empty if nobody ever has. */
    Optional<Duration> absence() {
        return lastAlive.map(alive -> notNegative(Duration.between(alive, clock.get())));
    }

    private static Duration notNegative(Duration duration) {
        return duration.isNegative() ? Duration.ZERO : duration;
    }

    /** Brings back what the file has. Sessions that can't be read are left out, and said so. */
    void load(Replicas replicas) {
        for (byte[] session : sessions.values()) {
            try {
                load(new ByteSource("a session in the ring's file", session, 0, session.length), replicas);
            } catch (UnreadableSessionException e) {
                LOG.log(Level.WARNING, e.getMessage());
            }
        }
    }

    private void load(ByteSource from, Replicas replicas) {
        int kind = from.get();
        Instant at = Instant.ofEpochMilli(from.getLong());
        var application = new Application(from.getText(), from.getText(), from.getText(), from.getText());
        SessionKey key = application.key(seal.openId(application, from.get(from.checkedLength(from.getVarint()))));
        if (kind == ENDED) {
            replicas.end(key);
        } else {
            SessionRecord record = seal.open(key, from.get(from.remaining()));
            replicas.merge(key, record, notNegative(Duration.between(at, clock.get())));
        }
    }

    /** Notes that a replica is not what it was. May be called from any thread. */
    void changed(SessionKey key) {
        changed.add(key);
    }

    /** Begins to write. */
    void start(String srun, Replicas replicas) {
        Thread thread = new Thread(() -> write(replicas), "ringlet-ring-file-" + srun);
        thread.setDaemon(true);
        writer = thread;
        thread.start();
    }

    private void write(Replicas replicas) {
        boolean isOver = false;
        while (!isOver) {
            try {
                isOver = closing.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
                writeChanged(replicas);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (RuntimeException e) {
                LOG.log(Level.ERROR, "the ring's file can't be written; sessions are on the other sruns", e);
            }
        }
    }

    /** Writes now what has changed, and returns when the file has it. May be called from any thread. */
    synchronized void writeChanged(Replicas replicas) {
        for (Iterator<SessionKey> keys = changed.iterator(); keys.hasNext(); ) {
            SessionKey key = keys.next();
            // first, so that a change from now on is written the next time
            keys.remove();
            put(key, replicas.get(key), replicas);
        }
        marks.put(ALIVE_AT, clock.get().toEpochMilli());
        store.commit();
    }

    private void put(SessionKey key, @Nullable Replica replica, Replicas replicas) {
        String place = place(key);
        if (replica == null) {
            sessions.remove(place);
            return;
        }
        Application application = key.application();
        Duration idle = replica instanceof Replica.Alive alive ? replicas.idle(alive) : Duration.ZERO;
        byte[] id = seal.sealId(key);
        ByteSink sink = new ByteSink(512)
                .put(replica instanceof Replica.Alive ? ALIVE : ENDED)
                .putLong(clock.get().minus(idle).toEpochMilli())
                .putText(application.cluster())
                .putText(application.host())
                .putText(application.context())
                .putText(application.version())
                .putVarint(id.length)
                .put(id);
        if (replica instanceof Replica.Alive alive) {
            sink.put(seal.seal(key, alive.record()));
        }
        sessions.put(place, sink.toByteArray());
    }

    /** An id is a credential: the file finds a session by a hash of it. */
    private static String place(SessionKey key) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(key.canonical().array());
            return HexFormat.of().formatHex(Arrays.copyOf(hash, KEY_SIZE));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JVM lacks SHA-256", e);
        }
    }

    /** Writes what is left; bounded in time. */
    @Override
    public void close() {
        closing.countDown();
        try {
            if (writer != null) {
                writer.join(TimeUnit.SECONDS.toMillis(10));
            }
            store.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            store.closeImmediately();
        } catch (MVStoreException e) {
            LOG.log(Level.ERROR, "the ring's file can't be closed", e);
        }
    }
}
