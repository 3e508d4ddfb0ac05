package org.ringlet.store.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.ringlet.store.ConfigurationException;
import org.ringlet.store.StoreUnavailableException;

/**
 * The file that marks a session directory, says of which layout it is, and has the bytes that are locked.
 *
 * <p>Where it is missing, there is no session directory now, whatever else is there: an unmounted volume shows an empty
 * mount point, and no session in it must be taken for missing. If it was replaced by another file, the locks are on the
 * wrong one; that is looked for once a second.
 */
final class LockFile {
    static final String NAME = "ringlet.lock";

    private static final byte[] CONTENT = "ringlet sessions, layout 1\n".getBytes(StandardCharsets.US_ASCII);
    private static final long CHECK_INTERVAL = Duration.ofSeconds(1).toNanos();

    private final Path path;
    private final Permissions permissions;
    private final ReentrantLock replacing = new ReentrantLock();
    private volatile Opened opened;
    private volatile long checked = System.nanoTime();

    /** @param identity of the file that the channel is of; null where the file system has no such thing */
    private record Opened(FileChannel channel, @Nullable Object identity) {}

    private LockFile(Path path, Permissions permissions) throws IOException {
        this.path = path;
        this.permissions = permissions;
        this.opened = create(path, permissions);
    }

    /** Makes a directory a session directory, if it is none yet, and opens it. */
    static LockFile in(Path directory, Permissions permissions) throws IOException {
        return new LockFile(directory.resolve(NAME), permissions);
    }

    /** Makes the directory a session directory again, if it was emptied. */
    void ensurePresent() throws IOException {
        replacing.lock();
        try {
            if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                replace(create(path, permissions));
            }
        } finally {
            replacing.unlock();
        }
    }

    FileChannel channel() throws IOException {
        if (System.nanoTime() - checked >= CHECK_INTERVAL) {
            reopenIfReplaced();
        }
        return opened.channel;
    }

    /** Throws if the directory is not there now. */
    void requirePresent() {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            throw new StoreUnavailableException("session directory " + path.getParent() + " is not there: it has no "
                    + NAME + " (is its volume mounted? if it was emptied on purpose, restart one srun)");
        }
    }

    void close() throws IOException {
        opened.channel.close();
    }

    private void reopenIfReplaced() throws IOException {
        requirePresent();
        replacing.lock();
        try {
            if (!Objects.equals(identity(path), opened.identity)) {
                replace(new Opened(FileChannel.open(path, Open.READ_AND_WRITE), identity(path)));
            }
            checked = System.nanoTime();
        } finally {
            replacing.unlock();
        }
    }

    private void replace(Opened by) throws IOException {
        Opened old = opened;
        opened = by;
        old.channel.close();
    }

    private static Opened create(Path path, Permissions permissions) throws IOException {
        FileChannel channel = FileChannel.open(path, Open.READ_WRITE_OR_CREATE, permissions.ofFiles());
        try {
            if (channel.size() == 0) {
                // two sruns that both do so write the same
                channel.write(ByteBuffer.wrap(CONTENT), 0);
            }
            requireLayout(path, channel);
            return new Opened(channel, identity(path));
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static @Nullable Object identity(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .fileKey();
    }

    private static void requireLayout(Path path, FileChannel channel) throws IOException {
        ByteBuffer found = ByteBuffer.allocate(CONTENT.length + 1);
        channel.read(found, 0);
        if (!found.flip().equals(ByteBuffer.wrap(CONTENT))) {
            throw new ConfigurationException("file.directory " + path.getParent() + " is of another layout: its " + NAME
                    + " says '"
                    + StandardCharsets.US_ASCII.decode(found).toString().strip() + "', this version of"
                    + " Ringlet reads '" + new String(CONTENT, StandardCharsets.US_ASCII).strip() + "'");
        }
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
