package org.ringlet.store.file;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import org.ringlet.seal.Seal;
import org.ringlet.session.Application;
import org.ringlet.session.Bytes;
import org.ringlet.session.SessionKey;
import org.ringlet.store.UnreadableSessionException;

/**
 * Goes through the directory, some of it at each call and on from where the last one stopped, in search of expired
 * sessions; on the way it removes what is left over: old tombstones, claims, files that a killed srun was writing, and
 * sessions of applications that are no longer deployed anywhere. It reads heads only, and of files that can't have
 * expired not even those. One file that can't be read never stops it.
 */
final class Sweep {
    private static final System.Logger LOG = System.getLogger(Sweep.class.getPackageName());

    private static final int FILES_A_CALL = 5_000;
    private static final Duration SHORTEST_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration LIFE_OF_LEFTOVERS = Duration.ofHours(1);
    private static final int MOST_REPORTED = 1_000;

    /** By then whoever runs the application would have expired them. */
    private static final Duration LIFE_OF_ORPHANS = Duration.ofDays(7);

    private final SessionDirectory directory;
    private final FileClock clock;
    private final Claims claims;
    private final Seal seal;
    private final Duration tombstoneLife;

    /** Guards all below. */
    private final ReentrantLock sweeping = new ReentrantLock();

    private final Set<Path> reported = new HashSet<>();
    /** A random start, so that the sruns don't go through the directory in step. */
    private int shard = ThreadLocalRandom.current().nextInt(FileName.SHARDS);

    private String lastName = "";

    Sweep(SessionDirectory directory, Claims claims, Seal seal, Duration tombstoneLife) {
        this.directory = directory;
        this.clock = directory.clock();
        this.claims = claims;
        this.seal = seal;
        this.tombstoneLife = tombstoneLife;
    }

    /** Up to {@code limit} expired sessions of an application. */
    List<SessionKey> next(Application application, Duration grace, int limit) throws IOException {
        sweeping.lock();
        try {
            directory.requirePresent();
            return new Round(application, grace, limit).run();
        } finally {
            sweeping.unlock();
        }
    }

    /** One call. */
    private final class Round {
        private final Application application;
        private final Bytes tag;
        private final Duration grace;
        private final int limit;
        private final List<SessionKey> found = new ArrayList<>();
        private int filesLeft = FILES_A_CALL;

        Round(Application application, Duration grace, int limit) {
            this.application = application;
            this.tag = ApplicationTag.of(application);
            this.grace = grace;
            this.limit = limit;
        }

        List<SessionKey> run() throws IOException {
            // one more than there are: the first may have been begun in its middle
            for (int shards = 0; shards <= FileName.SHARDS && !isOver(); shards++) {
                if (sweepShard(FileName.shard(shard))) {
                    shard = (shard + 1) % FileName.SHARDS;
                    lastName = "";
                }
            }
            return found;
        }

        /** Whether the end of the subdirectory was reached. */
        private boolean sweepShard(String shardName) throws IOException {
            for (String name : directory.list(shardName)) {
                if (name.compareTo(lastName) <= 0) {
                    continue;
                }
                if (isOver()) {
                    return false;
                }
                lastName = name;
                filesLeft--;
                sweepFile(shardName, name);
            }
            return true;
        }

        private boolean isOver() {
            return found.size() >= limit || filesLeft <= 0;
        }

        private void sweepFile(String shardName, String fileName) {
            Path path = directory.resolve(shardName, fileName);
            try {
                Duration age = clock.age(Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS));
                Optional<FileName> name = FileName.of(shardName, fileName);
                if (name.isEmpty()) {
                    return;
                }
                if (fileName.endsWith(FileName.TEMP_SUFFIX)) {
                    removeLeftover(path, age);
                } else if (fileName.endsWith(FileName.CLAIM_SUFFIX)) {
                    removeOldClaim(name.get(), path, age);
                } else {
                    sweepSession(name.get(), age);
                }
            } catch (NoSuchFileException e) {
                // another srun was first
            } catch (IOException | UnreadableSessionException e) {
                report(path, e);
            }
        }

        private void sweepSession(FileName name, Duration age) throws IOException {
            if (age.compareTo(SHORTEST_TIMEOUT.plus(grace)) < 0 && age.compareTo(tombstoneLife) < 0) {
                return;
            }
            Optional<Head> read = head(name);
            if (read.isEmpty()) {
                return;
            }
            Head head = read.get();
            State state = head.state();
            if (!state.isLive()) {
                removeOldTombstone(name, age);
            } else if (head.application().equals(tag)) {
                if (state.isExpired(age, grace) && !claims.isClaimed(name, state)) {
                    found.add(key(name, head));
                }
            } else if (state.isExpired(age, LIFE_OF_ORPHANS)) {
                removeOrphan(name);
            }
        }

        private SessionKey key(FileName name, Head head) {
            SessionKey key =
                    application.key(seal.openId(application, head.sealedId().array()));
            if (!FileName.of(key).equals(name)) {
                throw Head.unreadable(directory.path(name), "another session's");
            }
            return key;
        }
    }

    private Optional<Head> head(FileName name) throws IOException {
        try {
            return headNow(name);
        } catch (UnreadableSessionException e) {
            // somebody may just be writing it
            return directory.locks().holding(name, () -> headNow(name));
        }
    }

    private Optional<Head> headNow(FileName name) throws IOException {
        try (SessionFile file = directory.openToRead(name)) {
            return file == null ? Optional.empty() : Optional.of(file.head());
        }
    }

    private void removeLeftover(Path path, Duration age) throws IOException {
        if (age.compareTo(LIFE_OF_LEFTOVERS) >= 0) {
            Files.deleteIfExists(path);
        }
    }

    private void removeOldClaim(FileName name, Path path, Duration age) throws IOException {
        if (age.compareTo(LIFE_OF_LEFTOVERS) < 0) {
            return;
        }
        underLock(name, () -> {
            // it may have been made anew
            Duration ageNow = clock.age(Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS));
            if (ageNow.compareTo(LIFE_OF_LEFTOVERS) >= 0) {
                claims.remove(name);
            }
        });
    }

    private void removeOldTombstone(FileName name, Duration age) throws IOException {
        if (age.compareTo(tombstoneLife) < 0) {
            return;
        }
        underLock(name, () -> {
            // another srun may have removed it, and somebody begun a session in its place
            if (headNow(name).filter(head -> !head.state().isLive()).isPresent()) {
                directory.delete(name);
            }
        });
    }

    private void removeOrphan(FileName name) throws IOException {
        underLock(name, () -> {
            Duration age = clock.age(directory.modified(name));
            if (headNow(name)
                    .filter(head -> head.state().isExpired(age, LIFE_OF_ORPHANS))
                    .isPresent()) {
                directory.delete(name);
                claims.remove(name);
            }
        });
    }

    private interface Removal {
        void run() throws IOException;
    }

    private void underLock(FileName name, Removal removal) throws IOException {
        directory.locks().holding(name, () -> {
            removal.run();
            return name;
        });
    }

    /** Once for each file, for it will be met again at every round. */
    private void report(Path path, Exception reason) {
        if (reported.size() < MOST_REPORTED && reported.add(path)) {
            LOG.log(Level.WARNING, "sweep passed over " + path + ": " + reason.getMessage());
        }
    }
}
