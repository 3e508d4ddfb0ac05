package org.ringlet.store.file;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ringlet.seal.Seal;
import org.ringlet.session.Application;
import org.ringlet.session.Bytes;
import org.ringlet.session.Entry;
import org.ringlet.session.Revision;
import org.ringlet.session.SessionDelta;
import org.ringlet.session.SessionId;
import org.ringlet.session.SessionKey;
import org.ringlet.session.SessionRecord;
import org.ringlet.session.Stamp;
import org.ringlet.session.Writer;
import org.ringlet.store.ClaimOutcome;
import org.ringlet.store.LoadOutcome;
import org.ringlet.store.SaveOutcome;
import org.ringlet.store.SessionStore;
import org.ringlet.store.StoreHealth;
import org.ringlet.store.StoreSettings;
import org.ringlet.store.StoreUnavailableException;
import org.ringlet.store.UnreadableSessionException;

/** The verbs of a store, each as what it does to session files; all but a load hold the lock of the session's stripe. */
final class FileStore implements SessionStore {
    private final SessionDirectory directory;
    private final Locks locks;
    private final FileClock clock;
    private final Claims claims;
    private final Sweep sweep;
    private final Seal seal;
    private final Duration tombstoneLife;
    private final long longestBody;
    private final boolean fsync;
    private final AtomicBoolean closed = new AtomicBoolean();

    FileStore(SessionDirectory directory, StoreSettings settings, boolean fsync) {
        this.directory = directory;
        this.locks = directory.locks();
        this.clock = directory.clock();
        this.claims = new Claims(directory);
        this.sweep = new Sweep(directory, claims, settings.seal(), settings.tombstoneLife());
        this.seal = settings.seal();
        this.tombstoneLife = settings.tombstoneLife();
        this.longestBody = longestBody(settings.maxSessionSize());
        this.fsync = fsync;
    }

    @Override
    public LoadOutcome load(SessionKey key, long known) {
        FileName name = FileName.of(key);
        return answer("load", key, () -> {
            try {
                return load(key, name, known);
            } catch (UnreadableSessionException e) {
                // a save may just have been at it
                return locks.holding(name, () -> load(key, name, known));
            }
        });
    }

    @Override
    public SaveOutcome save(SessionKey key, SessionDelta delta, Supplier<SessionRecord> whole) {
        Supplier<SessionRecord> wholeOnce = new Once(whole);
        FileName name = FileName.of(key);
        return answer("save", key, () -> locks.holding(name, () -> save(key, name, delta, wholeOnce)));
    }

    @Override
    public boolean touch(SessionKey key, Instant lastAccess) {
        FileName name = FileName.of(key);
        return answer("touch", key, () -> locks.holding(name, () -> touch(name, lastAccess)));
    }

    @Override
    public SaveOutcome move(SessionKey from, SessionId to, SessionRecord record) {
        SessionKey target = from.application().key(to);
        if (target.equals(from)) {
            throw new IllegalArgumentException(from + ": moved to its own id");
        }
        FileName oldName = FileName.of(from);
        FileName newName = FileName.of(target);
        return answer(
                "move",
                from,
                () -> locks.holding(oldName, newName, () -> move(from, oldName, target, newName, record)));
    }

    @Override
    public boolean end(SessionKey key) {
        FileName name = FileName.of(key);
        return answer("end", key, () -> locks.holding(name, () -> end(key, name)));
    }

    @Override
    public List<SessionKey> expired(Application application, Duration grace, int limit) {
        return answer("sweep", application, () -> sweep.next(application, grace, limit));
    }

    @Override
    public ClaimOutcome claim(SessionKey key, Duration grace) {
        FileName name = FileName.of(key);
        return answer("claim", key, () -> locks.holding(name, () -> claim(key, name, grace)));
    }

    @Override
    public StoreHealth health() {
        try {
            return answer("probe", "itself", () -> {
                clock.probe();
                return new StoreHealth(true, directory + ", " + mebibytes(directory.freeBytes()) + " MiB free");
            });
        } catch (StoreUnavailableException e) {
            return new StoreHealth(false, String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            try {
                directory.close();
            } catch (IOException e) {
                throw new StoreUnavailableException("session directory " + directory + " can't be closed: " + e, e);
            }
        }
    }

    private LoadOutcome load(SessionKey key, FileName name, long known) throws IOException {
        try (SessionFile file = directory.openToRead(name)) {
            if (file == null) {
                return new LoadOutcome.Missing();
            }
            if (!file.isLive()) {
                return new LoadOutcome.Ended();
            }
            if (known != Revision.NONE && known == file.state().revision()) {
                return new LoadOutcome.Unchanged(idle(name));
            }
            SessionRecord record = open(key, file);
            // after the read: the idle time may be newer than the record, never older
            return new LoadOutcome.Changed(record, idle(name));
        }
    }

    private SaveOutcome save(SessionKey key, FileName name, SessionDelta delta, Supplier<SessionRecord> whole)
            throws IOException {
        try (SessionFile file = directory.openToWrite(name)) {
            if (file == null) {
                return delta.isFirst() ? create(key, name, whole.get()) : new SaveOutcome.Ended();
            }
            if (!file.isLive()) {
                return new SaveOutcome.Ended();
            }
            if (delta.isFirst() || delta.base() != file.state().revision()) {
                return new SaveOutcome.Merged(
                        update(key, name, file, open(key, file).apply(delta)));
            }
            SessionRecord record = whole.get();
            return outcome(record, update(key, name, file, record));
        }
    }

    private boolean touch(FileName name, Instant lastAccess) throws IOException {
        try (SessionFile file = directory.openToWrite(name)) {
            if (file == null || !file.isLive()) {
                return false;
            }
            file.writeState(file.state().touched(lastAccess));
            return true;
        }
    }

    private SaveOutcome move(
            SessionKey from, FileName oldName, SessionKey target, FileName newName, SessionRecord record)
            throws IOException {
        try (SessionFile old = directory.openToRead(oldName);
                SessionFile there = directory.openToRead(newName)) {
            if (old == null || !old.isLive()) {
                return new SaveOutcome.Ended();
            }
            Bytes application = old.head().application();
            if (there != null && !there.isLive()) {
                bury(oldName, application);
                return new SaveOutcome.Ended();
            }
            SessionRecord merged = open(from, old).merge(record);
            if (there != null) {
                merged = merged.merge(open(target, there));
            }
            // the new file is ready before the old one ends, so that little can come between the two
            try (NewFile file = directory.prepare(newName, newFile(target, application, merged), fsync)) {
                bury(oldName, application);
                file.putInPlace();
            }
            return outcome(record, merged);
        }
    }

    private boolean end(SessionKey key, FileName name) throws IOException {
        if (!isThereToEnd(name)) {
            return false;
        }
        bury(name, ApplicationTag.of(key.application()));
        return true;
    }

    private ClaimOutcome claim(SessionKey key, FileName name, Duration grace) throws IOException {
        try (SessionFile file = directory.openToRead(name)) {
            if (file == null || !file.isLive()) {
                return new ClaimOutcome.Gone();
            }
            SessionRecord record = open(key, file);
            Duration idle = idle(name);
            if (!isExpired(record, idle, grace) || claims.isClaimed(name, file.state())) {
                return new ClaimOutcome.Refused(idle);
            }
            claims.claim(name, file.state());
            return new ClaimOutcome.Claimed(record);
        }
    }

    private static SaveOutcome outcome(SessionRecord savers, SessionRecord stored) {
        return stored.revision() == savers.revision() ? new SaveOutcome.Saved() : new SaveOutcome.Merged(stored);
    }

    /** The record, once its seal has proved that nobody made it up; with the last access of a touch that came after. */
    private SessionRecord open(SessionKey key, SessionFile file) throws IOException {
        SessionRecord record = seal.open(key, file.readBody(longestBody));
        State state = file.state();
        if (record.revision() != state.revision()) {
            throw Head.unreadable(
                    file.path(),
                    "altered: its head says that its revision is " + Long.toHexString(state.revision())
                            + ", its record that it is " + Long.toHexString(record.revision()));
        }
        return record.accessed(state.lastAccess());
    }

    private Duration idle(FileName name) throws IOException {
        return clock.age(directory.modified(name));
    }

    private SaveOutcome create(SessionKey key, FileName name, SessionRecord record) throws IOException {
        directory.replace(name, newFile(key, ApplicationTag.of(key.application()), record), fsync);
        return new SaveOutcome.Saved();
    }

    private byte[] newFile(SessionKey key, Bytes application, SessionRecord record) {
        byte[] body = seal.seal(key, record);
        return SessionFile.content(
                Head.of(application, Bytes.wrap(seal.sealId(key)), State.first(record, body.length)), body);
    }

    /** Writes a record in the place of an older one; returns what was written. */
    private SessionRecord update(SessionKey key, FileName name, SessionFile file, SessionRecord record)
            throws IOException {
        SessionRecord stored = withoutOldMarkers(record);
        byte[] body = seal.seal(key, stored);
        State state = file.state().saved(stored, body.length);
        if (file.head().fits(body.length)) {
            file.write(state, body, fsync);
        } else {
            directory.replace(name, SessionFile.content(file.head().resized(state), body), fsync);
        }
        return stored;
    }

    private void bury(FileName name, Bytes application) throws IOException {
        directory.replace(name, Head.ended(application).bytes(), fsync);
        claims.remove(name);
    }

    private boolean isThereToEnd(FileName name) throws IOException {
        try (SessionFile file = directory.openToRead(name)) {
            return file != null && file.isLive();
        } catch (UnreadableSessionException e) {
            return true;
        }
    }

    private static boolean isExpired(SessionRecord record, Duration idle, Duration grace) {
        return record.timeout()
                .map(timeout -> idle.compareTo(timeout.plus(grace)) >= 0)
                .orElse(false);
    }

    /**
     * Removal markers that are older than the latest change by the life of a tombstone have done their work. They are
     * compared with each other only: no clock has a say.
     */
    private SessionRecord withoutOldMarkers(SessionRecord record) {
        long latest = 0;
        boolean anyRemoved = false;
        for (Entry entry : record.entries().values()) {
            latest = Math.max(latest, entry.stamp().millis());
            anyRemoved |= entry.isRemoved();
        }
        long horizon = latest - tombstoneLife.toMillis();
        return anyRemoved && horizon > 0
                ? record.withoutMarkersUpTo(new Stamp(horizon << 16, new Writer(0, 0)))
                : record;
    }

    /** A merge may join what several requests were allowed each; the form adds names and stamps to the values. */
    private static long longestBody(long maxSessionSize) {
        return 4 * Math.min(maxSessionSize, Integer.MAX_VALUE) + (1 << 20);
    }

    /**
     * Asks, and says what failed if it fails. An interrupt closes the channel that it meets; it isn't meant for us, so
     * the question is asked again and the interrupt kept for whom it is meant.
     */
    private <T> T answer(String verb, Object subject, IoWork<T> question) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return question.run();
                } catch (ClosedByInterruptException e) {
                    interrupted = true;
                    Thread.interrupted();
                }
            }
        } catch (IOException e) {
            throw new StoreUnavailableException(
                    "session directory " + directory + " failed to " + verb + " " + subject + " (" + free() + "): " + e,
                    e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private String free() {
        try {
            directory.requirePresent();
            return mebibytes(directory.freeBytes()) + " MiB free";
        } catch (IOException | StoreUnavailableException e) {
            return "it is not there";
        }
    }

    private static long mebibytes(long bytes) {
        return bytes >> 20;
    }

    /** Asks for a value once, however often it is wanted. */
    private static final class Once implements Supplier<SessionRecord> {
        private final Supplier<SessionRecord> source;
        private @Nullable SessionRecord value;

        Once(Supplier<SessionRecord> source) {
            this.source = source;
        }

        @Override
        public SessionRecord get() {
            SessionRecord known = value;
            if (known == null) {
                known = source.get();
                value = known;
            }
            return known;
        }
    }
}
