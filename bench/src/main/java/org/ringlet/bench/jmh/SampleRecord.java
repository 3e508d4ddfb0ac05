package org.ringlet.bench.jmh;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.ringlet.session.Bytes;
import org.ringlet.session.Entry;
import org.ringlet.session.Revision;
import org.ringlet.session.SessionDelta;
import org.ringlet.session.SessionRecord;
import org.ringlet.session.Stamp;
import org.ringlet.session.Writer;

/** A record of 2 KB as the sample session's, and a change of one of its ten entries. */
final class SampleRecord {
    private static final int ENTRIES = 10;
    private static final int ENTRY_SIZE = 200;
    private static final Writer WRITER = new Writer(0, 4711);
    private static final Instant THEN = Instant.ofEpochSecond(1_700_000_000L);

    private SampleRecord() {}

    static SessionRecord record() {
        Map<String, Entry> entries = new HashMap<>();
        for (int i = 0; i < ENTRIES; i++) {
            entries.put("text" + i, entry(i));
        }
        return new SessionRecord(entries, THEN, Stamp.ZERO);
    }

    static SessionDelta change() {
        return new SessionDelta(record().revision(), Map.of("text0", entry(ENTRIES)), THEN.plusSeconds(1));
    }

    /** A change that was made to an older state. */
    static SessionRecord changedElsewhere() {
        return record().apply(new SessionDelta(Revision.NONE, Map.of("text1", entry(ENTRIES + 1)), THEN));
    }

    static Entry entry(int number) {
        byte[] bytes = new byte[ENTRY_SIZE];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (number * 31 + i * 7);
        }
        return new Entry.Value(new Stamp((THEN.toEpochMilli() << 16) + number, WRITER), Bytes.wrap(bytes));
    }
}
