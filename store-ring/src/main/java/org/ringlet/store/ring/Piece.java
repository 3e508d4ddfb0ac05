package org.ringlet.store.ring;

import java.util.Arrays;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.ringlet.session.Bytes;
import org.ringlet.session.Entry;
import org.ringlet.session.Stamp;

/** One changed entry as it travels: whole, or, if it is much like the one before, only where it differs from that. */
sealed interface Piece {
    /** Below this, telling where something differs takes as much as saying it. */
    int WORTHWHILE = 32;

    record Whole(Entry entry) implements Piece {}

    /**
     * A value that begins and ends as the one before.
     *
     * @param prefix how many bytes are the same at the beginning
     * @param suffix how many at the end
     * @param middle what is between
     * @param checksum CRC-32 of the value, should the one before not be what the sender took it for
     */
    record Part(Stamp stamp, int prefix, int suffix, Bytes middle, int checksum) implements Piece {}

    /** @param before what the receiver has, if it has what the sender had */
    static Piece of(@Nullable Entry before, Entry now) {
        if (!(before instanceof Entry.Value old) || !(now instanceof Entry.Value value)) {
            return new Whole(now);
        }
        byte[] from = old.bytes().array();
        byte[] to = value.bytes().array();
        int common = Math.min(from.length, to.length);
        int mismatch = Arrays.mismatch(from, 0, common, to, 0, common);
        int prefix = mismatch < 0 ? common : mismatch;
        int suffix = 0;
        while (suffix < common - prefix && from[from.length - 1 - suffix] == to[to.length - 1 - suffix]) {
            suffix++;
        }
        if (prefix + suffix < WORTHWHILE) {
            return new Whole(now);
        }
        Bytes middle = Bytes.wrap(Arrays.copyOfRange(to, prefix, to.length - suffix));
        return new Part(now.stamp(), prefix, suffix, middle, checksum(to));
    }

    /** The entry, for who has the one before; null if that is another one. */
    default @Nullable Entry on(@Nullable Entry before) {
        if (this instanceof Whole whole) {
            return whole.entry();
        }
        Part part = (Part) this;
        if (!(before instanceof Entry.Value old)
                || (long) part.prefix + part.suffix > old.bytes().size()) {
            return null;
        }
        byte[] from = old.bytes().array();
        byte[] middle = part.middle.array();
        byte[] value = Arrays.copyOf(from, part.prefix + middle.length + part.suffix);
        System.arraycopy(middle, 0, value, part.prefix, middle.length);
        System.arraycopy(from, from.length - part.suffix, value, part.prefix + middle.length, part.suffix);
        return checksum(value) == part.checksum ? new Entry.Value(part.stamp, Bytes.wrap(value)) : null;
    }

    private static int checksum(byte[] value) {
        CRC32 crc = new CRC32();
        crc.update(value);
        return (int) crc.getValue();
    }
}
