package org.ringlet.store.ring;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.ringlet.session.Bytes;
import org.ringlet.session.Entry;
import org.ringlet.session.Reserved;
import org.ringlet.session.Revision;
import org.ringlet.session.SessionDelta;
import org.ringlet.session.SessionKey;
import org.ringlet.session.SessionRecord;
import org.ringlet.session.Stamp;
import org.ringlet.store.LoadOutcome;

/** What requests do with sessions, as a manager does it for them, and what comes of it in a word. */
final class Requests {
    private static final long UNKNOWN = 1;

    private long ends;
    private final Stage stage;
    private final Map<SessionKey, Duration> timeouts = new HashMap<>();
    private final Map<SessionKey, Integer> expirations = new HashMap<>();

    Requests(Stage stage) {
        this.stage = stage;
    }

    /** After how long without an access a session that will be created ends. */
    void timeOut(SessionKey key, Duration timeout) {
        timeouts.put(key, timeout);
    }

    /** How often somebody has expired a session. */
    int expirations(SessionKey key) {
        return expirations.getOrDefault(key, 0);
    }

    CompletableFuture<String> create(int srun, SessionKey key, Map<String, String> values) {
        Map<String, Entry> entries = new HashMap<>(entries(srun, values));
        Duration timeout = timeouts.get(key);
        if (timeout != null) {
            byte[] seconds = ByteBuffer.allocate(Integer.BYTES)
                    .putInt((int) timeout.toSeconds())
                    .array();
            entries.put(Reserved.TIMEOUT, new Entry.Value(stage.clock(srun).next(), Bytes.wrap(seconds)));
        }
        SessionRecord record = new SessionRecord(entries, Instant.EPOCH, Stamp.ZERO);
        return Words.when(sessions(srun).create(key, record), Words::of);
    }

    /** A change by a request that has looked at the session first. */
    CompletableFuture<String> write(int srun, SessionKey key, Map<String, String> values) {
        return Words.when(
                load(srun, key)
                        .thenCompose(found -> found instanceof LoadOutcome.Changed changed
                                ? save(srun, key, changed.record().revision(), values)
                                : CompletableFuture.completedFuture(Words.of(found))),
                Function.identity());
    }

    /** A change by a request that has looked at the session long ago. */
    CompletableFuture<String> save(int srun, SessionKey key, Map<String, String> values) {
        return save(srun, key, UNKNOWN, values);
    }

    private CompletableFuture<String> save(int srun, SessionKey key, long base, Map<String, String> values) {
        SessionDelta delta = new SessionDelta(base, entries(srun, values), Instant.EPOCH);
        return Words.when(sessions(srun).save(key, delta), Words::of);
    }

    CompletableFuture<String> read(int srun, SessionKey key) {
        return Words.when(load(srun, key), Words::of);
    }

    CompletableFuture<String> end(int srun, SessionKey key) {
        return Words.when(sessions(srun).end(key, ends++), done -> done ? "done" : "nothing");
    }

    CompletableFuture<String> touch(int srun, SessionKey key) {
        return Words.when(sessions(srun).touch(key, Instant.EPOCH), done -> done ? "done" : "nothing");
    }

    CompletableFuture<String> move(int srun, SessionKey from, SessionKey to) {
        return Words.when(
                load(srun, from)
                        .thenCompose(found -> found instanceof LoadOutcome.Changed changed
                                ? sessions(srun)
                                        .move(from, to.id(), changed.record())
                                        .thenApply(Words::of)
                                : CompletableFuture.completedFuture(Words.of(found))),
                Function.identity());
    }

    CompletableFuture<String> claim(int srun, SessionKey key) {
        return Words.when(sessions(srun).claim(key, Duration.ZERO), Words::of);
    }

    /** Claims a session that looks expired; who gets it tells the application, and ends it. */
    CompletableFuture<String> expire(int srun, SessionKey key) {
        return claim(srun, key).thenCompose(word -> {
            if (!word.equals("claimed")) {
                return CompletableFuture.completedFuture(word);
            }
            expirations.merge(key, 1, Integer::sum);
            return end(srun, key);
        });
    }

    private Sessions sessions(int srun) {
        return stage.simulation().node(srun).sessions();
    }

    private CompletableFuture<LoadOutcome> load(int srun, SessionKey key) {
        LoadOutcome trusted = sessions(srun).loadTrusted(key, Revision.NONE);
        CompletableFuture<LoadOutcome> loaded =
                trusted == null ? sessions(srun).load(key, Revision.NONE) : CompletableFuture.completedFuture(trusted);
        return loaded.thenApply(found -> {
            if (found instanceof LoadOutcome.Changed changed) {
                stage.clock(srun).observe(changed.record());
            }
            return found;
        });
    }

    private Map<String, Entry> entries(int srun, Map<String, String> values) {
        Map<String, Entry> entries = new HashMap<>();
        values.forEach((name, value) -> entries.put(
                name,
                new Entry.Value(stage.clock(srun).next(), Bytes.wrap(value.getBytes(StandardCharsets.US_ASCII)))));
        return entries;
    }
}
