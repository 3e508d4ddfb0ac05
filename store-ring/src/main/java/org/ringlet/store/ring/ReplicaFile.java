package org.ringlet.store.ring;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.jspecify.annotations.Nullable;
import org.ringlet.cluster.RingSettings;
import org.ringlet.form.ByteSink;
import org.ringlet.form.ByteSource;
import org.ringlet.seal.Seal;
import org.ringlet.session.Application;
import org.ringlet.session.SessionId;
import org.ringlet.session.SessionKey;
import org.ringlet.session.SessionRecord;
import org.ringlet.store.ConfigurationException;
import org.ringlet.store.StoreUnavailableException;
import org.ringlet.store.UnreadableSessionException;

/**
 * The replicas of an srun in a file, so that sessions outlive a stop of all sruns, and those that sit idle need not be in
 * memory. What has changed is written every half second, by a thread of its own, sealed: nothing waits for it, since what
 * is acknowledged is on another srun by then; unless {@code fsync} is asked for, then an acknowledgement waits until the
 * disk has it.
 *
 * <p>Times in it are the machine's, since nothing else survives a restart: a clock that was set back makes sessions younger,
 * never older. A file that can't be read is put aside; the other sruns have what it had.
 *
 * <p>Thread-safe.
 */
final class ReplicaFile implements Backing, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ReplicaFile.class.getName());
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final String ALIVE_AT = "alive at";
    private static final String ACTIVE_SINCE = "active since";
    private static final int KEY_SIZE = 16;
    private static final int ALIVE = 1;
    private static final int ENDED = 2;
    private static final Tombstone NO_TOMBSTONE = new Tombstone(0, Optional.empty());

    /** What a session that is in the file alone needs in memory now and then; the operating system has the rest. */
    private static final int CACHE_MEGABYTES = 4;

    /** The share of the file that is to be of use: below it, what is of use is moved together. */
    private static final int FILL_PERCENT = 60;

    private static final int BYTES_MOVED_AT_ONCE = 8 << 20;
    private static final Duration PAUSE_OF_MOVES = Duration.ofSeconds(5);

    private final Path file;
    private final Seal seal;
    private final Supplier<Instant> clock;
    private final Optional<Duration> absence;
    private final Instant activeSince;
    private final boolean fsync;
    private final Set<SessionKey> changed = ConcurrentHashMap.newKeySet();
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final Semaphore bell = new Semaphore(0);
    private final Set<SessionKey> underWay = ConcurrentHashMap.newKeySet();
    private volatile Opened opened;
    private volatile int failures;
    private volatile boolean closing;
    private long lastMove = System.nanoTime();
    private @Nullable Thread writer;

    /** The file as it is open. */
    private record Opened(MVStore store, MVMap<String, byte[]> sessions, MVMap<String, Long> marks) {
        static Opened of(MVStore store) {
            return new Opened(store, store.openMap("sessions"), store.openMap("marks"));
        }
    }

    private ReplicaFile(Path file, Opened opened, Seal seal, RingSettings settings, Supplier<Instant> clock) {
        this.file = file;
        this.opened = opened;
        this.fsync = settings.fsync();
        this.seal = seal;
        this.clock = clock;
        Instant now = clock.get();
        this.absence = Optional.ofNullable(opened.marks.get(ALIVE_AT))
                .map(alive -> notNegative(Duration.between(Instant.ofEpochMilli(alive), now)));
        Long since = opened.marks.get(ACTIVE_SINCE);
        boolean wasAwayBriefly = absence.filter(away -> away.compareTo(settings.rejoinLimit()) <= 0)
                .isPresent();
        this.activeSince = since != null && wasAwayBriefly ? Instant.ofEpochMilli(since) : now;
        opened.marks.put(ACTIVE_SINCE, activeSince.toEpochMilli());
    }

    /**
     * @param settings whether {@link #whenDurable} waits for the disk, and how long an absence is short
     * @param clock the machine's
     * @throws ConfigurationException if the file can't be had
     */
    static ReplicaFile open(Path file, Seal seal, RingSettings settings, Supplier<Instant> clock) {
        try {
            Files.createDirectories(
                    file.toAbsolutePath().resolveSibling(""),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            return new ReplicaFile(file, Opened.of(openOrReplace(file)), seal, settings, clock);
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
                .cacheSize(CACHE_MEGABYTES)
                .open();
    }

    /** For how long nobody had written to the file when it was opened; empty if nobody ever had. */
    Optional<Duration> absence() {
        return absence;
    }

    /** For how long this srun has been in the ring, but for absences that were short enough to miss nothing for ever. */
    Duration activeFor() {
        return notNegative(Duration.between(activeSince, clock.get()));
    }

    private static Duration notNegative(Duration duration) {
        return duration.isNegative() ? Duration.ZERO : duration;
    }

    /** Brings back what the file has. Sessions that can't be read are left out, and said so. */
    void load(Replicas replicas, Loop loop, Duration rejoinLimit) {
        boolean isConfirmed =
                absence.filter(away -> away.compareTo(rejoinLimit) > 0).isEmpty();
        Map<Application, Application> applications = new HashMap<>();
        for (byte[] session : opened.sessions.values()) {
            try {
                Kept kept = read(session);
                Application application =
                        applications.computeIfAbsent(kept.key().application(), same -> same);
                replicas.restore(application.key(kept.key().id()), kept.replica(loop), isConfirmed);
            } catch (UnreadableSessionException e) {
                LOG.log(Level.WARNING, e.getMessage());
            }
        }
    }

    /**
     * One session of the file.
     *
     * @param record empty if it has ended
     * @param age since it was used, or has ended
     */
    private record Kept(SessionKey key, Optional<SessionRecord> record, Tombstone tombstone, Duration age) {
        Replica replica(Loop loop) {
            long then = loop.nanoTime() - age.toNanos();
            return record.<Replica>map(present -> new Replica.Alive(present, Replica.Use.at(then)).shelved())
                    .orElseGet(() -> new Replica.Ended(tombstone, then));
        }
    }

    private Kept read(byte[] session) {
        ByteSource from = new ByteSource("a session in the ring's file", session, 0, session.length);
        int kind = from.get();
        Duration age = notNegative(Duration.between(Instant.ofEpochMilli(from.getLong()), clock.get()));
        var application = new Application(from.getText(), from.getText(), from.getText(), from.getText());
        SessionKey key = application.key(seal.openId(application, from.get(from.checkedLength(from.getVarint()))));
        if (kind == ENDED) {
            Optional<SessionId> movedTo = from.get() == 1
                    ? Optional.of(seal.openId(application, from.get(from.checkedLength(from.getVarint()))))
                    : Optional.empty();
            return new Kept(key, Optional.empty(), new Tombstone(from.getLong(), movedTo), age);
        }
        SessionRecord record = seal.open(key, from.get(from.remaining()));
        return new Kept(key, Optional.of(record), NO_TOMBSTONE, age);
    }

    @Override
    public @Nullable SessionRecord fetch(SessionKey key) {
        try {
            byte[] session = opened.sessions.get(place(key));
            return session == null ? null : read(session).record().orElse(null);
        } catch (UnreadableSessionException e) {
            LOG.log(Level.WARNING, "session " + key + ": " + e.getMessage());
            return null;
        } catch (MVStoreException e) {
            throw new StoreUnavailableException(
                    "session " + key + ": the ring's file " + file + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void changed(SessionKey key) {
        changed.add(key);
    }

    @Override
    public boolean isKept(SessionKey key) {
        int before = failures;
        // in this order: it is under way before it is no longer among the changed
        boolean isPending = changed.contains(key) || underWay.contains(key);
        return !isPending && failures == before;
    }

    @Override
    public void whenDurable(Runnable work) {
        if (fsync) {
            waiting.add(work);
            bell.release();
        } else {
            work.run();
        }
    }

    /** Begins to write. */
    void start(String srun, Replicas replicas, Loop loop) {
        Thread thread = new Thread(() -> write(replicas, loop), "ringlet-ring-file-" + srun);
        thread.setDaemon(true);
        writer = thread;
        thread.start();
    }

    private void write(Replicas replicas, Loop loop) {
        boolean isOver = false;
        while (!isOver) {
            try {
                if (bell.tryAcquire(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
                    bell.drainPermits();
                }
                isOver = closing;
                List<Runnable> asked = takeWaiting();
                writeChanged(replicas);
                if (fsync) {
                    opened.store.sync();
                }
                asked.forEach(loop::execute);
                moveTogether();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (RuntimeException e) {
                LOG.log(
                        Level.ERROR,
                        "the ring's file " + file + " can't be written; " + changed.size()
                                + " sessions that have changed are in memory and on the other sruns",
                        e);
                reopenIfClosed();
            }
        }
    }

    /** A failure to write closes the store; what was in it before can still be read. */
    private void reopenIfClosed() {
        try {
            if (opened.store.isClosed()) {
                opened = Opened.of(openStore(file));
            }
        } catch (MVStoreException e) {
            LOG.log(Level.ERROR, "the ring's file " + file + " can't be opened again yet", e);
        }
    }

    private List<Runnable> takeWaiting() {
        List<Runnable> taken = new ArrayList<>();
        for (Runnable next = waiting.poll(); next != null; next = waiting.poll()) {
            taken.add(next);
        }
        return taken;
    }

    /** The file is only ever written at its end; what is still of use in its sparse parts is moved there too. */
    private void moveTogether() {
        long now = System.nanoTime();
        if (now - lastMove > PAUSE_OF_MOVES.toNanos()) {
            lastMove = now;
            opened.store.compact(FILL_PERCENT, BYTES_MOVED_AT_ONCE);
        }
    }

    /** Writes now what has changed, and returns when the file has it. May be called from any thread. */
    synchronized void writeChanged(Replicas replicas) {
        List<SessionKey> batch = new ArrayList<>();
        for (Iterator<SessionKey> keys = changed.iterator(); keys.hasNext(); ) {
            SessionKey key = keys.next();
            batch.add(key);
            underWay.add(key);
            // before it is looked at, so that a change from now on is written the next time
            keys.remove();
        }
        try {
            batch.forEach(key -> put(key, replicas.peek(key), replicas));
            opened.marks.put(ALIVE_AT, clock.get().toEpochMilli());
            opened.store.commit();
        } catch (RuntimeException e) {
            failures++;
            changed.addAll(batch);
            throw e;
        } finally {
            batch.forEach(underWay::remove);
        }
    }

    private void put(SessionKey key, @Nullable Replica replica, Replicas replicas) {
        String place = place(key);
        if (replica == null) {
            opened.sessions.remove(place);
            return;
        }
        Duration idle =
                replica instanceof Replica.Live live ? replicas.idle(live) : replicas.age((Replica.Ended) replica);
        if (replica instanceof Replica.Shelved) {
            touch(place, clock.get().minus(idle));
            return;
        }
        Application application = key.application();
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
        } else if (replica instanceof Replica.Ended ended) {
            Optional<SessionId> movedTo = ended.tombstone().movedTo();
            sink.put(movedTo.isPresent() ? 1 : 0);
            movedTo.map(moved -> seal.sealId(application.key(moved)))
                    .ifPresent(bytes -> sink.putVarint(bytes.length).put(bytes));
            sink.putLong(ended.tombstone().by());
        }
        opened.sessions.put(place, sink.toByteArray());
    }

    /** Of a session whose record is here alone nothing else can have changed. */
    private void touch(String place, Instant accessed) {
        byte[] session = opened.sessions.get(place);
        if (session != null) {
            opened.sessions.put(
                    place,
                    ByteBuffer.wrap(session.clone())
                            .putLong(1, accessed.toEpochMilli())
                            .array());
        }
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
        closing = true;
        bell.release();
        try {
            if (writer != null) {
                writer.join(TimeUnit.SECONDS.toMillis(10));
            }
            opened.store.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            opened.store.closeImmediately();
        } catch (MVStoreException e) {
            LOG.log(Level.ERROR, "the ring's file can't be closed", e);
        }
    }
}
