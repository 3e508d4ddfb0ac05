package org.ringlet.seal;

import java.util.Arrays;
import java.util.HexFormat;
import org.ringlet.form.ByteSink;
import org.ringlet.form.ByteSource;
import org.ringlet.store.UnreadableSessionException;

/**
 * What every stored form begins with: magic, format version, kind of protection, and the length of the whole. It tells
 * what can't be ours, or whole, before anything else is looked at.
 */
final class Prefix {
    static final int SIZE = 10;

    private static final byte[] MAGIC = {'R', 'N', 'G', 'L'};
    private static final int VERSION = 1;
    private static final int AT_VERSION = 4;
    private static final int AT_KIND = 5;
    private static final int AT_LENGTH = 6;

    enum Kind {
        CHECKED(0, "unsealed"),
        SEALED(1, "sealed");

        private final int code;
        private final String word;

        Kind(int code, String word) {
            this.code = code;
            this.word = word;
        }
    }

    private Prefix() {}

    /** Writes the prefix of a form whose length isn't known yet. */
    static void write(Kind kind, ByteSink to) {
        to.put(MAGIC).put(VERSION).put(kind.code).putInt(0);
    }

    static void setLength(ByteSink form, int length) {
        form.putIntAt(AT_LENGTH, length);
    }

    /** @param smallest how long a form of this kind is at least */
    static void require(Kind kind, int smallest, Object subject, byte[] form) {
        if (form.length < SIZE) {
            throw unreadable(subject, "cut short: only " + form.length + " bytes are left");
        }
        var source = new ByteSource(subject, form, 0, form.length);
        byte[] magic = source.get(MAGIC.length);
        if (!Arrays.equals(magic, MAGIC)) {
            throw unreadable(subject, "not ours: it begins with " + hex(magic) + " and not with " + hex(MAGIC));
        }
        if (form[AT_VERSION] != VERSION) {
            throw unreadable(
                    subject,
                    "of format " + (form[AT_VERSION] & 0xFF) + "; this version of Ringlet reads only format "
                            + VERSION);
        }
        if (form[AT_KIND] != kind.code) {
            throw unreadable(subject, otherKind(kind, form[AT_KIND]));
        }
        int length = new ByteSource(subject, form, AT_LENGTH, SIZE).getInt();
        if (form.length < Math.max(length, smallest)) {
            throw unreadable(subject, "cut short: " + form.length + " bytes are left of " + Math.max(length, smallest));
        }
        if (form.length != length) {
            throw unreadable(subject, "altered: it has " + form.length + " bytes and says that it has " + length);
        }
    }

    static UnreadableSessionException unreadable(Object subject, String what) {
        return new UnreadableSessionException(subject + ": what is stored is " + what);
    }

    private static String otherKind(Kind wanted, int found) {
        for (Kind kind : Kind.values()) {
            if (kind.code == found) {
                return kind.word + ", and this store takes only what is " + wanted.word
                        + " (the settings secret and unsealed must be the same on all sruns)";
            }
        }
        return "of an unknown kind (" + (found & 0xFF) + ")";
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
