package org.ringlet.store.ring;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.ringlet.form.ByteSink;
import org.ringlet.session.Bytes;

/**
 * What shows that an srun knows the cluster's secret: an HMAC-SHA256 over all that makes the connection the one it is. The
 * role is in it, so a proof can't be sent back; both nonces, so it can't be used again; both certificates, so nobody can
 * stand in the middle and pass it on.
 *
 * @param secret empty if the cluster has none
 * @param sealsFrames whether frames are authenticated one by one, since nothing else does
 * @param dialer what the srun said that made the connection
 * @param acceptor what the other one said
 * @param dialersCertificate a fingerprint; empty without TLS
 * @param acceptorsCertificate a fingerprint; empty without TLS
 */
record Proof(
        String secret,
        boolean sealsFrames,
        Hello dialer,
        Hello acceptor,
        Bytes dialersCertificate,
        Bytes acceptorsCertificate) {
    private static final String LABEL = "ringlet ring proof 1";
    private static final String LABEL_OF_FRAMES = "ringlet ring frames 1";

    /** What the srun in a role has to show. */
    byte[] of(boolean isDialer) {
        return mac(LABEL, isDialer);
    }

    /** What the frames of the srun in a role are authenticated with. */
    byte[] keyOfFrames(boolean isDialer) {
        return mac(LABEL_OF_FRAMES, isDialer);
    }

    private byte[] mac(String label, boolean isDialer) {
        ByteSink said = new ByteSink(512).putText(label).put(isDialer ? 1 : 2).put(sealsFrames ? 1 : 0);
        for (byte[] part :
                new byte[][] {dialer.bytes(), acceptor.bytes(), dialersCertificate.array(), acceptorsCertificate.array()
                }) {
            said.putVarint(part.length).put(part);
        }
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            // HMAC pads a key with zeros, and an empty one is no key to the JDK
            byte[] key = (secret + '\0').getBytes(StandardCharsets.UTF_8);
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(said.toByteArray());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM lacks HMAC-SHA256", e);
        }
    }

    boolean isShownBy(boolean isDialer, byte[] shown) {
        return MessageDigest.isEqual(of(isDialer), shown);
    }
}
