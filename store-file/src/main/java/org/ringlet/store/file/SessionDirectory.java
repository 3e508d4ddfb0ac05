package org.ringlet.store.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.ringlet.store.ConfigurationException;

/**
 * A directory of session files: what is done to files, and in which places. All stores of a JVM that use a directory
 * share one of these, because they must share its locks; the last one closes it.
 */
final class SessionDirectory {
    private static final Map<Path, SessionDirectory> IN_USE = new HashMap<>();
    private static final ReentrantLock GUARD_OF_IN_USE = new ReentrantLock();

    private final Path root;
    private final Permissions permissions;
    private final LockFile lockFile;
    private final Locks locks;
    private final FileClock clock;
    private final String process = Long.toHexString(new SecureRandom().nextLong());
    private final AtomicLong temps = new AtomicLong();
    private int users;

    private SessionDirectory(Path root, Duration patience) throws IOException {
        this.root = root;
        this.permissions = Permissions.at(root);
        permissions.requireNotWritableByOthers(root);
        requireOursOrEmpty(root);
        this.lockFile = LockFile.in(root, permissions);
        this.locks = new Locks(lockFile, patience);
        this.clock = new FileClock(root.resolve(FileClock.NAME), lockFile, permissions);
    }

    /**
     * Opens a directory, which is created if need be; to be given back with {@link #close}.
     *
     * @param patience how long a lock is waited for; of stores that share the directory the first one's counts
     */
    static SessionDirectory open(Path directory, Duration patience) throws IOException {
        Path root = created(directory).toRealPath();
        GUARD_OF_IN_USE.lock();
        try {
            SessionDirectory shared = IN_USE.get(root);
            if (shared == null) {
                shared = new SessionDirectory(root, patience);
                IN_USE.put(root, shared);
            }
            shared.lockFile.ensurePresent();
            shared.users++;
            return shared;
        } finally {
            GUARD_OF_IN_USE.unlock();
        }
    }

    void close() throws IOException {
        GUARD_OF_IN_USE.lock();
        try {
            users--;
            if (users == 0) {
                IN_USE.remove(root);
                lockFile.close();
            }
        } finally {
            GUARD_OF_IN_USE.unlock();
        }
    }

    Path root() {
        return root;
    }

    Locks locks() {
        return locks;
    }

    FileClock clock() {
        return clock;
    }

    void requirePresent() {
        lockFile.requirePresent();
    }

    long freeBytes() throws IOException {
        return Files.getFileStore(root).getUsableSpace();
    }

    /** Null if the directory is there, and the file is not. */
    @Nullable
    SessionFile openToRead(FileName name) throws IOException {
        return open(name, Open.TO_READ);
    }

    /** For one who holds the session's lock. Null if the directory is there, and the file is not. */
    @Nullable
    SessionFile openToWrite(FileName name) throws IOException {
        return open(name, Open.READ_AND_WRITE);
    }

    /** When a session file was written or touched last. */
    FileTime modified(FileName name) throws IOException {
        return Files.getLastModifiedTime(path(name), LinkOption.NOFOLLOW_LINKS);
    }

    /** Puts a whole file in a session's place, at once. */
    void replace(FileName name, byte[] content, boolean fsync) throws IOException {
        try (NewFile file = prepare(name, content, fsync)) {
            file.putInPlace();
        }
    }

    /** Writes a file that is to take a session's place. */
    NewFile prepare(FileName name, byte[] content, boolean fsync) throws IOException {
        Path temp = root.resolve(
                name.path() + "." + process + "-" + Long.toHexString(temps.incrementAndGet()) + FileName.TEMP_SUFFIX);
        var file = new NewFile(temp, path(name), fsync);
        try (FileChannel channel = create(temp, name)) {
            SessionFile.write(channel, content, 0);
            if (fsync) {
                channel.force(true);
            }
        } catch (IOException | RuntimeException e) {
            try (file) {
                throw e;
            }
        }
        return file;
    }

    void delete(FileName name) throws IOException {
        Files.deleteIfExists(path(name));
    }

    Path path(FileName name) {
        return root.resolve(name.path());
    }

    Path claimPath(FileName name) {
        return root.resolve(name.claimPath());
    }

    Path resolve(String shard, String fileName) {
        return root.resolve(shard).resolve(fileName);
    }

    Permissions permissions() {
        return permissions;
    }

    /** The names of all files of a subdirectory, in order. */
    List<String> list(String shard) throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(root.resolve(shard))) {
            files.forEach(file -> names.add(file.getFileName().toString()));
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        Collections.sort(names);
        return names;
    }

    private @Nullable SessionFile open(FileName name, Set<OpenOption> options) throws IOException {
        SessionFile file = SessionFile.open(path(name), options);
        if (file == null) {
            requirePresent();
        }
        return file;
    }

    private FileChannel create(Path temp, FileName name) throws IOException {
        try {
            return FileChannel.open(temp, Open.NEW, permissions.ofFiles());
        } catch (NoSuchFileException e) {
            // only within a directory that is there: else sessions would go to the disk below a mount point
            requirePresent();
            createPrivate(root.resolve(name.shard()), permissions);
            return FileChannel.open(temp, Open.NEW, permissions.ofFiles());
        }
    }

    private static Path created(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            return directory;
        }
        Path absolute = directory.toAbsolutePath();
        if (Files.exists(absolute, LinkOption.NOFOLLOW_LINKS)) {
            throw new ConfigurationException("file.directory " + directory + " is not a directory");
        }
        Path parent = Objects.requireNonNull(absolute.getParent(), "a root exists");
        Files.createDirectories(parent);
        createPrivate(absolute, Permissions.at(parent));
        return absolute;
    }

    private static void createPrivate(Path directory, Permissions permissions) throws IOException {
        try {
            Files.createDirectory(directory, permissions.ofDirectories());
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
                throw new NotDirectoryException(directory.toString());
            }
        }
    }

    /** Refuses a directory that is used for something else: it was named by mistake. */
    private static void requireOursOrEmpty(Path root) throws IOException {
        if (Files.exists(root.resolve(LockFile.NAME), LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(root)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                // a fresh volume has the first two; another srun may be making this a session directory right now
                if (!name.equals("lost+found") && !name.startsWith(".") && !name.startsWith("ringlet.")) {
                    throw new ConfigurationException("file.directory " + root + " is no session directory, and not"
                            + " empty: it has " + name + " in it; name a directory of its own");
                }
            }
        }
    }

    @Override
    public String toString() {
        return root.toString();
    }
}
