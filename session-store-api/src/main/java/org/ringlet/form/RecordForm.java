package org.ringlet.form;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ringlet.session.Bytes;
import org.ringlet.session.Entry;
import org.ringlet.session.SessionRecord;
import org.ringlet.session.Stamp;
import org.ringlet.session.Writer;

/**
 * A record as bytes, without any protection: revision, last access (in whole milliseconds), the writers, the floor, the
 * entries. Entries name their writer by its place in the list of writers, since most share one. {@code
 * docs/stored-form.md} has the layout.
 */
public final class RecordForm {
    private static final int SMALLEST_WRITER = 1 + Long.BYTES;
    private static final int SMALLEST_ENTRY = 1 + Long.BYTES + 1 + 1;

    private RecordForm() {}

    /** The record as bytes, for a place that nobody else can reach. */
    public static byte[] write(SessionRecord record) {
        var sink = new ByteSink(expectedSize(record));
        write(record, sink);
        return sink.toByteArray();
    }

    /**
     * What {@link #write(SessionRecord)} has made of a record.
     *
     * @param subject what the bytes are of, for messages
     * @throws org.ringlet.store.UnreadableSessionException if these are not the bytes of a record
     */
    public static SessionRecord read(Object subject, byte[] bytes) {
        return read(new ByteSource(subject, bytes, 0, bytes.length));
    }

    /** About how many bytes {@link #write} makes. */
    public static int expectedSize(SessionRecord record) {
        return (int) Math.min(
                Integer.MAX_VALUE / 2, 64 + record.size() + record.entries().size() * 16L);
    }

    public static void write(SessionRecord record, ByteSink to) {
        List<Writer> writers = writersOf(record);
        to.putLong(record.revision());
        to.putSignedVarint(record.lastAccess().toEpochMilli());
        to.putVarint(writers.size());
        for (Writer writer : writers) {
            to.putSignedVarint(writer.srun()).putLong(writer.start());
        }
        write(record.floor(), writers, to);
        to.putVarint(record.entries().size());
        record.entries().forEach((name, entry) -> {
            to.putText(name);
            write(entry.stamp(), writers, to);
            if (entry instanceof Entry.Value value) {
                to.putVarint(value.bytes().size() + 1L).put(value.bytes().array());
            } else {
                to.putVarint(0);
            }
        });
    }

    /** Reads a record to the very end of the source. */
    public static SessionRecord read(ByteSource from) {
        long revision = from.getLong();
        Instant lastAccess = Instant.ofEpochMilli(from.getSignedVarint());
        List<Writer> writers = readWriters(from);
        Stamp floor = readStamp(from, writers);
        var record = new SessionRecord(readEntries(from, writers), lastAccess, floor);
        if (from.remaining() > 0) {
            throw from.malformed(from.remaining() + " bytes too many");
        }
        if (record.revision() != revision) {
            throw from.malformed("its revision is " + Long.toHexString(record.revision()) + " and not, as it says, "
                    + Long.toHexString(revision));
        }
        return record;
    }

    /** A list, and searched as one: a session has been written by a handful of sruns. */
    private static List<Writer> writersOf(SessionRecord record) {
        List<Writer> writers = new ArrayList<>();
        writers.add(record.floor().writer());
        for (Entry entry : record.entries().values()) {
            Writer writer = entry.stamp().writer();
            if (!writers.contains(writer)) {
                writers.add(writer);
            }
        }
        return writers;
    }

    private static void write(Stamp stamp, List<Writer> writers, ByteSink to) {
        to.putLong(stamp.time()).putVarint(writers.indexOf(stamp.writer()));
    }

    private static List<Writer> readWriters(ByteSource from) {
        int count = from.getCount(SMALLEST_WRITER);
        List<Writer> writers = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            writers.add(new Writer((int) from.getSignedVarint(), from.getLong()));
        }
        return writers;
    }

    private static Stamp readStamp(ByteSource from, List<Writer> writers) {
        long time = from.getLong();
        long writer = from.getVarint();
        if (writer < 0 || writer >= writers.size()) {
            throw from.malformed("writer " + Long.toUnsignedString(writer) + " of " + writers.size());
        }
        return new Stamp(time, writers.get((int) writer));
    }

    private static Map<String, Entry> readEntries(ByteSource from, List<Writer> writers) {
        int count = from.getCount(SMALLEST_ENTRY);
        Map<String, Entry> entries = new HashMap<>(count * 2);
        for (int i = 0; i < count; i++) {
            String name = from.getText();
            if (entries.put(name, readEntry(from, writers)) != null) {
                throw from.malformed("the name of entry " + i + " is there twice");
            }
        }
        return entries;
    }

    private static Entry readEntry(ByteSource from, List<Writer> writers) {
        Stamp stamp = readStamp(from, writers);
        long lengthAndOne = from.getVarint();
        if (lengthAndOne == 0) {
            return new Entry.Removed(stamp);
        }
        Bytes bytes = from.getBytes(from.checkedLength(lengthAndOne - 1));
        return new Entry.Value(stamp, bytes);
    }
}
