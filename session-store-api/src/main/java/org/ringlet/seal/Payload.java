package org.ringlet.seal;

import java.util.Arrays;
import org.ringlet.form.ByteSink;
import org.ringlet.form.ByteSource;
import org.ringlet.form.RecordForm;
import org.ringlet.session.SessionKey;
import org.ringlet.session.SessionRecord;

/** What a stored form protects: the session's canonical key, then its record. */
final class Payload {
    private Payload() {}

    static void write(byte[] canonicalKey, SessionRecord record, ByteSink to) {
        to.putVarint(canonicalKey.length).put(canonicalKey);
        RecordForm.write(record, to);
    }

    static SessionRecord read(SessionKey key, byte[] canonicalKey, ByteSource from) {
        byte[] keyInside = from.get(from.checkedLength(from.getVarint()));
        if (!Arrays.equals(keyInside, canonicalKey)) {
            throw Prefix.unreadable(key, "another session's");
        }
        return RecordForm.read(from);
    }

    static int expectedSize(byte[] canonicalKey, SessionRecord record) {
        return Integer.BYTES + canonicalKey.length + RecordForm.expectedSize(record);
    }
}
