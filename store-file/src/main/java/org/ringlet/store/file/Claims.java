package org.ringlet.store.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Who may expire a session. A claim is a file beside the session's, so that it is no access: it names the count of
 * accesses that it was made at, and holds as long as that is still the count and a minute has not passed.
 */
final class Claims {
    static final Duration LIFE = Duration.ofMinutes(1);

    private final SessionDirectory directory;
    private final FileClock clock;

    Claims(SessionDirectory directory) {
        this.directory = directory;
        this.clock = directory.clock();
    }

    /** Whether somebody has a claim on a session in this state. */
    boolean isClaimed(FileName name, State state) throws IOException {
        return isHeldAt(state.accesses(), directory.claimPath(name));
    }

    /** Claims a session; to be called with its lock in hand. */
    void claim(FileName name, State state) throws IOException {
        Path path = directory.claimPath(name);
        try (FileChannel channel = FileChannel.open(
                path, Open.WRITE_OR_CREATE, directory.permissions().ofFiles())) {
            ByteBuffer count = ByteBuffer.allocate(Integer.BYTES).putInt(state.accesses());
            channel.write(count.flip(), 0);
        }
    }

    void remove(FileName name) throws IOException {
        Files.deleteIfExists(directory.claimPath(name));
    }

    private boolean isHeldAt(int count, Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, Open.TO_READ)) {
            ByteBuffer found = ByteBuffer.allocate(Integer.BYTES);
            return channel.read(found, 0) == Integer.BYTES
                    && found.flip().getInt() == count
                    && clock.age(Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS))
                                    .compareTo(LIFE)
                            < 0;
        } catch (NoSuchFileException e) {
            return false;
        }
    }
}
