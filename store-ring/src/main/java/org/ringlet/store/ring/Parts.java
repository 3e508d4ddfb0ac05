package org.ringlet.store.ring;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.ringlet.form.ByteSink;
import org.ringlet.form.ByteSource;
import org.ringlet.form.RecordForm;
import org.ringlet.session.Application;
import org.ringlet.session.Bytes;
import org.ringlet.session.Entry;
import org.ringlet.session.SessionDelta;
import org.ringlet.session.SessionId;
import org.ringlet.session.SessionKey;
import org.ringlet.session.SessionRecord;
import org.ringlet.session.Stamp;
import org.ringlet.session.Writer;

/**
 * What messages are made of, as bytes. Applications and writers are said once a connection, so there is one of these for
 * each, on each side. Confined to the loop.
 */
final class Parts {
    private static final int SMALLEST_PIECE = 1 + 1 + 1 + 1;
    private static final int BITS_OF_DIGIT = 6;
    private static final int BITS_OF_COUNTER = 16;

    private final Dictionary<Application> saidApplications = new Dictionary<>();
    private final Dictionary<Application> heardApplications = new Dictionary<>();
    private final Dictionary<Writer> saidWriters = new Dictionary<>();
    private final Dictionary<Writer> heardWriters = new Dictionary<>();

    /** The latest time of a stamp: the next one is not far from it. */
    private long saidTime;

    private long heardTime;

    void put(SessionKey key, ByteSink to) {
        saidApplications.put(key.application(), to, application -> to.putText(application.cluster())
                .putText(application.host())
                .putText(application.context())
                .putText(application.version()));
        put(key.id(), to);
    }

    SessionKey key(ByteSource from) {
        Application application = heardApplications.get(from, () -> application(from));
        return application.key(id(from));
    }

    private static Application application(ByteSource from) {
        try {
            return new Application(from.getText(), from.getText(), from.getText(), from.getText());
        } catch (IllegalArgumentException e) {
            throw from.malformed(String.valueOf(e.getMessage()));
        }
    }

    /** Four digits of six bits each are three bytes. */
    void put(SessionId id, ByteSink to) {
        byte[] digits = id.digits();
        to.putVarint(digits.length);
        int bits = 0;
        int count = 0;
        for (byte digit : digits) {
            bits = bits << BITS_OF_DIGIT | digit;
            count += BITS_OF_DIGIT;
            if (count >= Byte.SIZE) {
                count -= Byte.SIZE;
                to.put(bits >> count);
            }
        }
        if (count > 0) {
            to.put(bits << (Byte.SIZE - count));
        }
    }

    SessionId id(ByteSource from) {
        long length = from.getVarint();
        if (length < 1 || length > SessionId.MAX_LENGTH) {
            throw from.malformed("an id of " + Long.toUnsignedString(length) + " digits");
        }
        byte[] digits = new byte[(int) length];
        int bits = 0;
        int count = 0;
        for (int i = 0; i < digits.length; i++) {
            if (count < BITS_OF_DIGIT) {
                bits = bits << Byte.SIZE | from.get();
                count += Byte.SIZE;
            }
            count -= BITS_OF_DIGIT;
            digits[i] = (byte) (bits >> count & 0x3F);
        }
        return new SessionId(SessionId.encoded(digits));
    }

    void put(SessionRecord record, ByteSink to) {
        byte[] bytes = RecordForm.write(record);
        to.putVarint(bytes.length).put(bytes);
    }

    SessionRecord record(ByteSource from) {
        return RecordForm.read("a record of the ring", from.get(from.checkedLength(from.getVarint())));
    }

    void put(SessionDelta delta, ByteSink to) {
        Map<String, Piece> pieces = new HashMap<>();
        delta.changes().forEach((name, entry) -> pieces.put(name, new Piece.Whole(entry)));
        put(new Patch(delta.base(), pieces, delta.lastAccess()), to);
    }

    SessionDelta delta(ByteSource from) {
        Patch patch = patch(from);
        SessionDelta delta = patch.on(SessionRecord.EMPTY);
        if (delta == null) {
            throw from.malformed("a change of a part where only whole values may be");
        }
        return delta;
    }

    void put(Patch patch, ByteSink to) {
        to.putLong(patch.base());
        to.putSignedVarint(patch.lastAccess().toEpochMilli() - (saidTime >>> BITS_OF_COUNTER));
        to.putVarint(patch.pieces().size());
        patch.pieces().forEach((name, piece) -> put(piece, to.putText(name)));
    }

    Patch patch(ByteSource from) {
        long base = from.getLong();
        Instant lastAccess = Instant.ofEpochMilli(from.getSignedVarint() + (heardTime >>> BITS_OF_COUNTER));
        int count = from.getCount(SMALLEST_PIECE);
        Map<String, Piece> pieces = new HashMap<>(count * 2);
        for (int i = 0; i < count; i++) {
            if (pieces.put(from.getText(), piece(from)) != null) {
                throw from.malformed("the name of change " + i + " is there twice");
            }
        }
        return new Patch(base, pieces, lastAccess);
    }

    private void put(Piece piece, ByteSink to) {
        if (piece instanceof Piece.Part part) {
            put(part.stamp(), to.put(3));
            to.putVarint(part.prefix()).putVarint(part.suffix());
            put(part.middle(), to);
            to.putInt(part.checksum());
        } else if (piece instanceof Piece.Whole whole) {
            if (whole.entry() instanceof Entry.Value value) {
                put(value.stamp(), to.put(2));
                put(value.bytes(), to);
            } else {
                put(whole.entry().stamp(), to.put(1));
            }
        }
    }

    private Piece piece(ByteSource from) {
        int kind = from.get();
        Stamp stamp = stamp(from);
        return switch (kind) {
            case 1 -> new Piece.Whole(new Entry.Removed(stamp));
            case 2 -> new Piece.Whole(new Entry.Value(stamp, bytes(from)));
            case 3 -> new Piece.Part(stamp, length(from), length(from), bytes(from), from.getInt());
            default -> throw from.malformed("change " + kind);
        };
    }

    private static int length(ByteSource from) {
        long length = from.getVarint();
        if (length < 0 || length > FrameDecoder.LONGEST) {
            throw from.malformed("a length of " + Long.toUnsignedString(length));
        }
        return (int) length;
    }

    private static void put(Bytes bytes, ByteSink to) {
        to.putVarint(bytes.size()).put(bytes.array());
    }

    private static Bytes bytes(ByteSource from) {
        return from.getBytes(from.checkedLength(from.getVarint()));
    }

    private void put(Stamp stamp, ByteSink to) {
        to.putSignedVarint(stamp.time() - saidTime);
        saidTime = stamp.time();
        saidWriters.put(
                stamp.writer(), to, writer -> to.putSignedVarint(writer.srun()).putLong(writer.start()));
    }

    private Stamp stamp(ByteSource from) {
        heardTime += from.getSignedVarint();
        return new Stamp(
                heardTime, heardWriters.get(from, () -> new Writer((int) from.getSignedVarint(), from.getLong())));
    }

    void put(Tombstone tombstone, ByteSink to) {
        to.putLong(tombstone.by()).put(tombstone.movedTo().isPresent() ? 1 : 0);
        tombstone.movedTo().ifPresent(id -> put(id, to));
    }

    Tombstone tombstone(ByteSource from) {
        long by = from.getLong();
        return new Tombstone(by, flag(from) ? Optional.of(id(from)) : Optional.empty());
    }

    void put(State state, ByteSink to) {
        if (state instanceof State.Alive alive) {
            put(alive.record(), to.put(1));
            put(alive.idle(), to);
        } else if (state instanceof State.Same same) {
            put(same.idle(), to.put(2));
        } else if (state instanceof State.Ended ended) {
            put(ended.tombstone(), to.put(3));
            put(ended.age(), to);
        } else {
            to.put(4);
        }
    }

    State state(ByteSource from) {
        int kind = from.get();
        return switch (kind) {
            case 1 -> new State.Alive(record(from), duration(from));
            case 2 -> new State.Same(duration(from));
            case 3 -> new State.Ended(tombstone(from), duration(from));
            case 4 -> new State.Unknown();
            default -> throw from.malformed("state " + kind);
        };
    }

    void put(Duration duration, ByteSink to) {
        to.putSignedVarint(duration.toMillis());
    }

    Duration duration(ByteSource from) {
        return Duration.ofMillis(from.getSignedVarint());
    }

    void put(Instant instant, ByteSink to) {
        to.putSignedVarint(instant.toEpochMilli());
    }

    Instant instant(ByteSource from) {
        return Instant.ofEpochMilli(from.getSignedVarint());
    }

    boolean flag(ByteSource from) {
        int flag = from.get();
        if (flag > 1) {
            throw from.malformed("a flag of " + flag);
        }
        return flag == 1;
    }
}
