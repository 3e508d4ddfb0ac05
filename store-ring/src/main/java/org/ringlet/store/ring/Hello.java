package org.ringlet.store.ring;

import java.time.Duration;
import java.util.Arrays;
import org.ringlet.form.ByteSink;
import org.ringlet.form.ByteSource;
import org.ringlet.session.Bytes;

/**
 * The first thing that an srun says in a connection, to whom it may concern.
 *
 * @param from the speaker's index
 * @param to the index of the srun that it means to talk to
 * @param start a random number that each start of the speaker's JVM draws
 * @param uptime for how long the speaker has been in the ring
 * @param nonce random, for the proof that follows
 * @param more what a later minor version adds; it is part of the proof
 */
record Hello(int minor, String cluster, int from, int to, long start, Duration uptime, Bytes nonce, Bytes more) {
    static final int MAJOR = 1;
    static final int MINOR = 0;
    static final int NONCE_SIZE = 32;

    private static final byte[] MAGIC = {'R', 'N', 'G', 'P'};

    byte[] bytes() {
        return new ByteSink(128)
                .put(MAGIC)
                .put(MAJOR)
                .put(minor)
                .putText(cluster)
                .putVarint(from)
                .putVarint(to)
                .putLong(start)
                .putVarint(uptime.toMillis())
                .put(nonce.array())
                .put(more.array())
                .toByteArray();
    }

    /** @throws org.ringlet.store.UnreadableSessionException if it is none, or of another major version */
    static Hello of(Object subject, byte[] bytes) {
        var source = new ByteSource(subject, bytes, 0, bytes.length);
        if (!Arrays.equals(source.get(MAGIC.length), MAGIC)) {
            throw source.malformed("not an srun's hello");
        }
        int major = source.get();
        if (major != MAJOR) {
            throw source.malformed("it speaks version " + major + " of the ring's protocol, and this srun " + MAJOR);
        }
        int minor = source.get();
        String cluster = source.getText();
        int from = (int) source.getVarint();
        int to = (int) source.getVarint();
        long start = source.getLong();
        Duration uptime = Duration.ofMillis(source.getVarint());
        Bytes nonce = source.getBytes(NONCE_SIZE);
        return new Hello(minor, cluster, from, to, start, uptime, nonce, source.getBytes(source.remaining()));
    }
}
