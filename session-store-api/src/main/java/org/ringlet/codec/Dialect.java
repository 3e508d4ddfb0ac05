package org.ringlet.codec;

import org.ringlet.session.Bytes;

/**
 * The serialiser that a frame was written with, its first byte. The second is the version of that format, so that a
 * later release can change it and still read what is stored.
 */
enum Dialect {
    KRYO(1),
    JAVA(2);

    static final int HEADER_SIZE = 2;
    static final int VERSION = 1;

    private final int code;

    Dialect(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    /** The dialect that the header of a frame names. */
    static Dialect of(Bytes frame) {
        if (frame.size() <= HEADER_SIZE) {
            throw new UnreadableAttributeException("a frame of " + frame.size() + " bytes holds no value");
        }
        if (frame.get(1) != VERSION) {
            throw new UnreadableAttributeException("the frame has format version " + (frame.get(1) & 0xFF)
                    + ", but this release reads version " + VERSION);
        }
        for (Dialect dialect : values()) {
            if (dialect.code == frame.get(0)) {
                return dialect;
            }
        }
        throw new UnreadableAttributeException("the frame names an unknown serialiser, " + (frame.get(0) & 0xFF));
    }
}
