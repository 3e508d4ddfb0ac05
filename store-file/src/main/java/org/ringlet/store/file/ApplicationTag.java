package org.ringlet.store.file;

import org.ringlet.session.Application;
import org.ringlet.session.Bytes;
import org.ringlet.session.SessionId;

/** 128 bits of a hash of an application: by it a sweep knows its own sessions without opening any. */
final class ApplicationTag {
    static final int SIZE = 16;

    /** The canonical form is one of session keys, so the tag is the hash of a key that no session has. */
    private static final SessionId NOBODY = new SessionId("-");

    private ApplicationTag() {}

    static Bytes of(Application application) {
        byte[] canonical = application.key(NOBODY).canonical().array();
        return Bytes.copyOf(FileName.sha256(canonical), 0, SIZE);
    }
}
