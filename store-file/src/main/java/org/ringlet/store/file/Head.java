package org.ringlet.store.file;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32C;
import org.ringlet.session.Bytes;
import org.ringlet.store.UnreadableSessionException;

/**
 * The first bytes of a session file: what can be known of a session without opening its record. They are in the clear
 * and have check sums against accidents only, so whatever matters is checked again once the record is open. {@code
 * docs/store-file.md} has the layout.
 *
 * @param capacity how many bytes each of the two slots has
 * @param application the {@link ApplicationTag}
 * @param sealedId the session id, sealed
 */
record Head(int capacity, Bytes application, Bytes sealedId, State state) {
    /** Where the state is; it doesn't cross the boundary of a disk sector. */
    static final int AT_STATE = 32;
    /** Where the first slot begins. */
    static final int SIZE = 256;

    private static final byte[] MAGIC = {'R', 'N', 'G', 'F'};
    private static final int VERSION = 1;
    private static final int AT_CHECK = 28;
    private static final int AT_ID = AT_STATE + State.SIZE;
    private static final int LARGEST_ID = SIZE - AT_ID;
    private static final int SMALLEST_CAPACITY = 1 << 10;
    private static final int WORTH_SHRINKING = 1 << 16;

    /** Of a file whose slots have some room for the session to grow. */
    static Head of(Bytes application, Bytes sealedId, State state) {
        long withRoom = state.bodyLength() + state.bodyLength() / 4L;
        int capacity = (int) Math.min(Integer.MAX_VALUE, Math.max(SMALLEST_CAPACITY, withRoom));
        return new Head(capacity, application, sealedId, state);
    }

    static Head ended(Bytes application) {
        return new Head(0, application, Bytes.EMPTY, State.ended());
    }

    /** Of a new file for the same session, in whose first slot the record of the state is. */
    Head resized(State newState) {
        return of(application, sealedId, newState.inFirstSlot());
    }

    Head with(State newState) {
        return new Head(capacity, application, sealedId, newState);
    }

    /** Whether a body of that length should go into a slot rather than into a new file. */
    boolean fits(int bodyLength) {
        return bodyLength <= capacity && (capacity <= WORTH_SHRINKING || bodyLength >= capacity / 4);
    }

    /** Where the slot of the state begins. */
    long atSlot() {
        return SIZE + (long) state.slot() * capacity;
    }

    byte[] bytes() {
        if (sealedId.size() > LARGEST_ID) {
            throw new IllegalArgumentException(
                    "a sealed session id has " + sealedId.size() + " bytes; there is room for " + LARGEST_ID);
        }
        byte[] bytes = new byte[SIZE];
        ByteBuffer head = ByteBuffer.wrap(bytes);
        head.put(MAGIC).put((byte) VERSION).put((byte) 0).putShort((short) sealedId.size());
        head.putInt(capacity).put(application.array());
        head.putInt(check(head.slice(0, AT_CHECK), sealedId.asBuffer()));
        state.writeTo(head);
        head.put(sealedId.array());
        return bytes;
    }

    /** @param file what is read, for messages */
    static Head read(Object file, ByteBuffer from) {
        if (from.remaining() < SIZE) {
            throw unreadable(file, "cut short: it has " + from.remaining() + " bytes");
        }
        byte[] magic = new byte[MAGIC.length];
        from.get(magic);
        if (!Arrays.equals(magic, MAGIC)) {
            throw unreadable(
                    file, "no session file: it begins with " + HexFormat.of().formatHex(magic));
        }
        int version = from.get();
        if (version != VERSION) {
            throw unreadable(
                    file, "of layout " + version + "; this version of Ringlet reads and writes only layout " + VERSION);
        }
        from.get();
        int idLength = from.getShort() & 0xFFFF;
        int capacity = from.getInt();
        byte[] application = new byte[ApplicationTag.SIZE];
        from.get(application);
        int check = from.getInt();
        ByteBuffer id = from.slice(AT_ID, Math.min(idLength, LARGEST_ID));
        if (check != check(from.slice(0, AT_CHECK), id) || capacity < 0) {
            throw unreadable(file, "altered: the check sum of its head is wrong");
        }
        byte[] sealedId = new byte[idLength];
        id.rewind().get(sealedId);
        return new Head(capacity, Bytes.wrap(application), Bytes.wrap(sealedId), State.read(file, from));
    }

    static int check(ByteBuffer... parts) {
        var crc = new CRC32C();
        for (ByteBuffer part : parts) {
            crc.update(part);
        }
        return (int) crc.getValue();
    }

    static UnreadableSessionException unreadable(Object file, String what) {
        return new UnreadableSessionException("session file " + file + " is " + what);
    }
}
