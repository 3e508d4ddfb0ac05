package org.ringlet.seal;

import org.ringlet.session.SessionKey;
import org.ringlet.session.SessionRecord;

/** Turns records into bytes that can be kept where others may reach them, and back. Thread-safe. */
public interface Seal {
    /** How many characters a secret must have at least. */
    int MIN_SECRET_LENGTH = 32;

    byte[] seal(SessionKey key, SessionRecord record);

    /**
     * @throws org.ringlet.store.UnreadableSessionException if the bytes were cut, altered, made for another key, or
     *     sealed with a secret that is not known here
     */
    SessionRecord open(SessionKey key, byte[] sealed);
}
