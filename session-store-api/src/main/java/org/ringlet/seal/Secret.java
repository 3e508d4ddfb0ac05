package org.ringlet.seal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.ringlet.store.ConfigurationException;

/**
 * One of the cluster's secrets, as what HKDF-SHA256 (RFC 5869) makes of it: extracted once, then expanded to one key a
 * purpose. A key is as long as the hash, so that an expansion is a single HMAC.
 */
final class Secret {
    private static final String HMAC = "HmacSHA256";
    private static final byte[] SALT = label("ringlet stored form");
    private static final byte[] NUMBER_OF_THE_ONLY_BLOCK = {1};

    private final SecretKeySpec extracted;
    private final long id;

    private Secret(byte[] material) {
        this.extracted = new SecretKeySpec(hmac(new SecretKeySpec(SALT, HMAC)).doFinal(material), HMAC);
        this.id = ByteBuffer.wrap(expand(label("key id"))).getLong();
    }

    /** @param setting what the text was configured as, for the message: the text itself is never shown */
    static Secret of(String setting, String text) {
        if (text.length() < Seal.MIN_SECRET_LENGTH) {
            throw new ConfigurationException(setting + " has " + text.length() + " characters; at least "
                    + Seal.MIN_SECRET_LENGTH + " are needed, best random ones (openssl rand -base64 33)");
        }
        return new Secret(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Tells secrets apart, and nothing about them. */
    long id() {
        return id;
    }

    /** The AES-256 key for one purpose: a label and what it is for. */
    SecretKey key(byte[] label, byte[]... context) {
        return new SecretKeySpec(expand(label, context), "AES");
    }

    /** What a derived key is for. It ends in a zero, so that no label and its context look like another's. */
    static byte[] label(String purpose) {
        return (purpose + "\0").getBytes(StandardCharsets.US_ASCII);
    }

    private byte[] expand(byte[] label, byte[]... context) {
        Mac mac = hmac(extracted);
        mac.update(label);
        for (byte[] part : context) {
            mac.update(part);
        }
        mac.update(NUMBER_OF_THE_ONLY_BLOCK);
        return mac.doFinal();
    }

    private static Mac hmac(SecretKey key) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(key);
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM lacks " + HMAC, e);
        }
    }
}
