package org.ringlet.store.ring;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
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
 * What messages are made of, as bytes.
 *
 * @param cluster the name that is left out
 */
record Parts(String cluster) {
    private static final int SMALLEST_ENTRY = 1 + Long.BYTES + 1 + Long.BYTES + 1;

    void put(SessionKey key, ByteSink to) {
        Application application = key.application();
        // nearly always the ring's own
        to.putText(application.cluster().equals(cluster) ? "" : application.cluster());
        to.putText(application.host()).putText(application.context()).putText(application.version());
        put(key.id(), to);
    }

    SessionKey key(ByteSource from) {
        try {
            String name = from.getText();
            Application application =
                    new Application(name.isEmpty() ? cluster : name, from.getText(), from.getText(), from.getText());
            return application.key(id(from));
        } catch (IllegalArgumentException e) {
            throw from.malformed(String.valueOf(e.getMessage()));
        }
    }

    void put(SessionId id, ByteSink to) {
        to.putText(id.value());
    }

    SessionId id(ByteSource from) {
        try {
            return new SessionId(from.getText());
        } catch (IllegalArgumentException e) {
            throw from.malformed(String.valueOf(e.getMessage()));
        }
    }

    void put(SessionRecord record, ByteSink to) {
        byte[] bytes = RecordForm.write(record);
        to.putVarint(bytes.length).put(bytes);
    }

    SessionRecord record(ByteSource from) {
        return RecordForm.read("a record of the ring", from.get(from.checkedLength(from.getVarint())));
    }

    void put(SessionDelta delta, ByteSink to) {
        to.putLong(delta.base());
        put(delta.lastAccess(), to);
        to.putVarint(delta.changes().size());
        delta.changes().forEach((name, entry) -> {
            Stamp stamp = entry.stamp();
            to.putText(name).putLong(stamp.time());
            to.putSignedVarint(stamp.writer().srun()).putLong(stamp.writer().start());
            if (entry instanceof Entry.Value value) {
                to.putVarint(value.bytes().size() + 1L).put(value.bytes().array());
            } else {
                to.putVarint(0);
            }
        });
    }

    SessionDelta delta(ByteSource from) {
        long base = from.getLong();
        Instant lastAccess = instant(from);
        int count = from.getCount(SMALLEST_ENTRY);
        Map<String, Entry> changes = new HashMap<>(count * 2);
        for (int i = 0; i < count; i++) {
            if (changes.put(from.getText(), entry(from)) != null) {
                throw from.malformed("the name of change " + i + " is there twice");
            }
        }
        return new SessionDelta(base, changes, lastAccess);
    }

    private static Entry entry(ByteSource from) {
        long time = from.getLong();
        Stamp stamp = new Stamp(time, new Writer((int) from.getSignedVarint(), from.getLong()));
        long lengthAndOne = from.getVarint();
        if (lengthAndOne == 0) {
            return new Entry.Removed(stamp);
        }
        Bytes bytes = from.getBytes(from.checkedLength(lengthAndOne - 1));
        return new Entry.Value(stamp, bytes);
    }

    void put(State state, ByteSink to) {
        if (state instanceof State.Alive alive) {
            put(alive.record(), to.put(1));
            put(alive.idle(), to);
        } else if (state instanceof State.Same same) {
            put(same.idle(), to.put(2));
        } else {
            to.put(state instanceof State.Ended ? 3 : 4);
        }
    }

    State state(ByteSource from) {
        int kind = from.get();
        return switch (kind) {
            case 1 -> new State.Alive(record(from), duration(from));
            case 2 -> new State.Same(duration(from));
            case 3 -> new State.Ended();
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
