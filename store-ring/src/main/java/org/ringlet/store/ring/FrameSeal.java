package org.ringlet.store.ring;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.ringlet.form.ByteSink;
import org.ringlet.store.UnreadableSessionException;

/**
 * Authenticates what passes in one direction of a connection in the clear: to each frame it adds a code over the frame
 * and how many there were before it, so that nothing can be altered, left out, repeated or put in. Confined to the loop.
 */
final class FrameSeal {
    static final int SIZE = 16;

    private final Mac mac;
    private long count;

    /** @param key of this connection and direction alone */
    FrameSeal(byte[] key) {
        try {
            mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM lacks HMAC-SHA256", e);
        }
    }

    /** Adds the code to a frame. */
    void seal(ByteSink frame) {
        frame.put(code(frame.array(), frame.size()));
    }

    /**
     * Checks the code of a frame. Returns how long the frame is without it.
     *
     * @param subject whose frame it is, for messages
     */
    int open(Object subject, byte[] frame) {
        int length = frame.length - SIZE;
        byte[] shown = length < 0 ? new byte[0] : Arrays.copyOfRange(frame, length, frame.length);
        if (length < 0 || !MessageDigest.isEqual(code(frame, length), shown)) {
            throw new UnreadableSessionException(subject + ": a frame was altered, or is not where it belongs");
        }
        return length;
    }

    private byte[] code(byte[] frame, int length) {
        mac.update(new ByteSink(Long.BYTES).putLong(count++).toByteArray());
        mac.update(frame, 0, length);
        return Arrays.copyOf(mac.doFinal(), SIZE);
    }
}
