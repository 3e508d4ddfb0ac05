package org.ringlet.store.file;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import org.ringlet.session.SessionRecord;

/**
 * The part of a session file that is written in place, at each save and touch: writing it is what makes a save count.
 *
 * @param slot which of the two slots has the record
 * @param timeoutSeconds 0 if the session never expires
 * @param lastAccess by the clock of the srun that was accessed; never before the record's own
 * @param accesses how many saves and touches there have been, modulo 2<sup>32</sup>: a claim names the number that it
 *     was made at, so that any access voids it
 */
record State(Life life, int slot, int timeoutSeconds, long revision, int bodyLength, Instant lastAccess, int accesses) {
    static final int SIZE = 36;

    /** In its order. */
    enum Life {
        LIVE(1),
        ENDED(2);

        private final int code;

        Life(int code) {
            this.code = code;
        }

        private static Life of(Object file, int code) {
            for (Life life : values()) {
                if (life.code == code) {
                    return life;
                }
            }
            throw Head.unreadable(file, "in a state that this version of Ringlet doesn't know (" + code + ")");
        }
    }

    /** Of a session that was just created. */
    static State first(SessionRecord record, int bodyLength) {
        return new State(Life.LIVE, 0, timeoutSeconds(record), record.revision(), bodyLength, record.lastAccess(), 1);
    }

    static State ended() {
        return new State(Life.ENDED, 0, 0, 0, 0, Instant.EPOCH, 0);
    }

    /** After a save, whose record is in the other slot. */
    State saved(SessionRecord record, int newBodyLength) {
        return new State(
                life,
                1 - slot,
                timeoutSeconds(record),
                record.revision(),
                newBodyLength,
                later(record.lastAccess()),
                accesses + 1);
    }

    State touched(Instant access) {
        return new State(life, slot, timeoutSeconds, revision, bodyLength, later(access), accesses + 1);
    }

    State inFirstSlot() {
        return new State(life, 0, timeoutSeconds, revision, bodyLength, lastAccess, accesses);
    }

    boolean isLive() {
        return life == Life.LIVE;
    }

    /** Whether a session that was last used so long ago has expired. */
    boolean isExpired(Duration idle, Duration grace) {
        return timeoutSeconds > 0
                && idle.compareTo(Duration.ofSeconds(timeoutSeconds).plus(grace)) >= 0;
    }

    void writeTo(ByteBuffer to) {
        int start = to.position();
        to.put((byte) life.code).put((byte) slot).putShort((short) 0);
        to.putInt(timeoutSeconds).putLong(revision).putInt(bodyLength);
        to.putLong(lastAccess.toEpochMilli()).putInt(accesses);
        to.putInt(Head.check(to.slice(start, SIZE - Integer.BYTES)));
    }

    static State read(Object file, ByteBuffer from) {
        int check = Head.check(from.slice(from.position(), SIZE - Integer.BYTES));
        int life = from.get();
        int slot = from.get() & 1;
        from.getShort();
        int timeout = from.getInt();
        long revision = from.getLong();
        int bodyLength = from.getInt();
        Instant lastAccess = Instant.ofEpochMilli(from.getLong());
        int accesses = from.getInt();
        if (from.getInt() != check || bodyLength < 0) {
            throw Head.unreadable(file, "altered: the check sum of its state is wrong");
        }
        return new State(Life.of(file, life), slot, timeout, revision, bodyLength, lastAccess, accesses);
    }

    private Instant later(Instant access) {
        return access.isAfter(lastAccess) ? access : lastAccess;
    }

    private static int timeoutSeconds(SessionRecord record) {
        return record.timeout().map(Duration::toSeconds).orElse(0L).intValue();
    }
}
