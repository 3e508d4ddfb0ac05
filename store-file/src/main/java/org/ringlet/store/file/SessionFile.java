package org.ringlet.store.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A session file that is open: a head and two slots, of which one has the record.
 *
 * <p>A save writes the other slot, then the head's state, which says that it is this one's turn. So a writer that is
 * killed at any point leaves a whole record, and nothing is allocated, renamed or freed: on a journaling file system
 * that is several times faster than a new file in the place of the old.
 *
 * <p>Who writes holds the session's lock. Who reads without it may find what a writer is just at: then check sums and
 * seals are wrong, and a second look with the lock in hand tells whether it was that.
 */
final class SessionFile implements AutoCloseable {
    /** Enough for the whole of most sessions, so that one system call reads it. */
    private static final int FIRST_READ = 8 << 10;

    /** The JDK keeps a buffer outside the heap for the largest read or write of each thread: it should stay small. */
    private static final int LARGEST_CHUNK = 128 << 10;

    private final Path path;
    private final FileChannel channel;
    private final ByteBuffer start;
    private final Head head;

    private SessionFile(Path path, FileChannel channel, ByteBuffer start) {
        this.path = path;
        this.channel = channel;
        this.start = start;
        this.head = Head.read(path, start.duplicate());
    }

    /** Null if there is no such file. */
    static @Nullable SessionFile open(Path path, Set<OpenOption> options) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(path, options);
        } catch (NoSuchFileException e) {
            return null;
        }
        try {
            ByteBuffer start = ByteBuffer.allocate(FIRST_READ);
            channel.read(start, 0);
            return new SessionFile(path, channel, start.flip());
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** What a new file with this record is to contain. */
    static byte[] content(Head head, byte[] body) {
        byte[] content = new byte[Head.SIZE + body.length];
        System.arraycopy(head.bytes(), 0, content, 0, Head.SIZE);
        System.arraycopy(body, 0, content, Head.SIZE, body.length);
        return content;
    }

    Path path() {
        return path;
    }

    Head head() {
        return head;
    }

    State state() {
        return head.state();
    }

    boolean isLive() {
        return state().isLive();
    }

    /** @param longest a longer one is refused unread */
    byte[] readBody(long longest) throws IOException {
        int length = state().bodyLength();
        if (length > longest) {
            throw Head.unreadable(
                    path, "too large: its body has " + length + " bytes, at most " + longest + " are read");
        }
        byte[] body = new byte[length];
        int read = copyFromStart(body);
        while (read < length) {
            ByteBuffer chunk = ByteBuffer.wrap(body, read, Math.min(LARGEST_CHUNK, length - read));
            int count = channel.read(chunk, head.atSlot() + read);
            if (count <= 0) {
                throw Head.unreadable(path, "cut short: " + read + " bytes of its body are left of " + length);
            }
            read += count;
        }
        return body;
    }

    /** Writes a body into the slot that is free, and then that it is the session's. */
    void write(State newState, byte[] body, boolean fsync) throws IOException {
        write(channel, body, head.with(newState).atSlot());
        if (fsync) {
            channel.force(false);
        }
        writeState(newState);
        if (fsync) {
            channel.force(false);
        }
    }

    void writeState(State newState) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(State.SIZE);
        newState.writeTo(bytes);
        channel.write(bytes.flip(), Head.AT_STATE);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    static void write(FileChannel channel, byte[] content, long at) throws IOException {
        int written = 0;
        while (written < content.length) {
            ByteBuffer chunk = ByteBuffer.wrap(content, written, Math.min(LARGEST_CHUNK, content.length - written));
            written += channel.write(chunk, at + written);
        }
    }

    private int copyFromStart(byte[] body) {
        if (head.atSlot() >= start.limit()) {
            return 0;
        }
        int at = (int) head.atSlot();
        int available = Math.min(body.length, start.limit() - at);
        start.get(at, body, 0, available);
        return available;
    }
}
