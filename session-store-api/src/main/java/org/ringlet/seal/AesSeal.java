package org.ringlet.seal;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import org.ringlet.form.ByteSink;
import org.ringlet.form.ByteSource;
import org.ringlet.session.Application;
import org.ringlet.session.SessionId;
import org.ringlet.session.SessionKey;
import org.ringlet.session.SessionRecord;
import org.ringlet.store.UnreadableSessionException;

/**
 * AES-256-GCM. Each session has a key of its own, derived from the secret and the session key, so the random nonces of
 * all its saves have 2<sup>96</sup> values to themselves.
 *
 * <p>Mac and cipher instances are made anew each time: measured, that is a small part of the work, and nothing is
 * left in threads that outlive an application.
 */
final class AesSeal implements Seal {
    private static final byte[] RECORD = Secret.label("record");
    private static final byte[] SESSION_ID = Secret.label("session id");

    private static final int NONCE_SIZE = 12;
    private static final int TAG_SIZE = 16;
    private static final int AT_SECRET_ID = Prefix.SIZE;
    private static final int AT_NONCE = AT_SECRET_ID + Long.BYTES;
    private static final int AT_SEALED = AT_NONCE + NONCE_SIZE;

    private static final int ID_SALT_SIZE = 16;
    private static final int AT_SEALED_ID = Long.BYTES + ID_SALT_SIZE;
    /** A key that is derived from a random salt is used once, so any nonce will do. */
    private static final byte[] NO_NONCE = new byte[NONCE_SIZE];

    private final Secret current;
    private final Map<Long, Secret> known = new HashMap<>();
    private final SecureRandom random = new SecureRandom();

    AesSeal(Secret current, List<Secret> previous) {
        this.current = current;
        previous.forEach(secret -> known.put(secret.id(), secret));
        known.put(current.id(), current);
    }

    @Override
    public byte[] seal(SessionKey key, SessionRecord record) {
        byte[] canonical = key.canonical().array();
        var payload = new ByteSink(Payload.expectedSize(canonical, record));
        Payload.write(canonical, record, payload);

        var form = new ByteSink(AT_SEALED + payload.size() + TAG_SIZE);
        Prefix.write(Prefix.Kind.SEALED, form);
        Prefix.setLength(form, AT_SEALED + payload.size() + TAG_SIZE);
        byte[] nonce = random(NONCE_SIZE);
        form.putLong(current.id()).put(nonce);
        byte[] sealed = form.array();
        try {
            Cipher cipher = cipher(Cipher.ENCRYPT_MODE, current.key(RECORD, canonical), nonce);
            cipher.updateAAD(sealed, 0, AT_NONCE);
            cipher.updateAAD(canonical);
            cipher.doFinal(payload.array(), 0, payload.size(), sealed, AT_SEALED);
            return sealed;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(key + ": can't be sealed", e);
        }
    }

    @Override
    public SessionRecord open(SessionKey key, byte[] sealed) {
        Prefix.require(Prefix.Kind.SEALED, AT_SEALED + TAG_SIZE, key, sealed);
        Secret secret = secret(key, new ByteSource(key, sealed, AT_SECRET_ID, AT_NONCE).getLong());
        byte[] canonical = key.canonical().array();
        byte[] nonce = new ByteSource(key, sealed, AT_NONCE, AT_SEALED).get(NONCE_SIZE);
        byte[] payload;
        try {
            Cipher cipher = cipher(Cipher.DECRYPT_MODE, secret.key(RECORD, canonical), nonce);
            cipher.updateAAD(sealed, 0, AT_NONCE);
            cipher.updateAAD(canonical);
            payload = cipher.doFinal(sealed, AT_SEALED, sealed.length - AT_SEALED);
        } catch (AEADBadTagException e) {
            throw broken(key);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(key + ": can't be opened", e);
        }
        return Payload.read(key, canonical, new ByteSource(key, payload, 0, payload.length));
    }

    @Override
    public byte[] sealId(SessionKey key) {
        byte[] salt = random(ID_SALT_SIZE);
        byte[] id = key.id().value().getBytes(StandardCharsets.US_ASCII);
        try {
            Cipher cipher = cipher(Cipher.ENCRYPT_MODE, idKey(current, key.application(), salt), NO_NONCE);
            return new ByteSink(AT_SEALED_ID + id.length + TAG_SIZE)
                    .putLong(current.id())
                    .put(salt)
                    .put(cipher.doFinal(id))
                    .toByteArray();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(key + ": its id can't be sealed", e);
        }
    }

    @Override
    public SessionId openId(Application application, byte[] sealedId) {
        var source = new ByteSource(application, sealedId, 0, sealedId.length);
        if (source.remaining() < AT_SEALED_ID + TAG_SIZE) {
            throw Prefix.unreadable(application, "no sealed session id: it has " + sealedId.length + " bytes");
        }
        Secret secret = secret(application, source.getLong());
        byte[] salt = source.get(ID_SALT_SIZE);
        try {
            Cipher cipher = cipher(Cipher.DECRYPT_MODE, idKey(secret, application, salt), NO_NONCE);
            byte[] id = cipher.doFinal(source.get(source.remaining()));
            return new SessionId(new String(id, StandardCharsets.US_ASCII));
        } catch (AEADBadTagException e) {
            throw broken(application);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(application + ": a session id can't be opened", e);
        }
    }

    private Secret secret(Object subject, long id) {
        Secret secret = known.get(id);
        if (secret == null) {
            throw Prefix.unreadable(
                    subject,
                    "sealed with key " + Long.toHexString(id) + ", and the keys known here are " + knownIds()
                            + " (is a secret missing in previousSecrets?)");
        }
        return secret;
    }

    private String knownIds() {
        return known.keySet().stream().map(Long::toHexString).collect(Collectors.joining(", "));
    }

    private byte[] random(int size) {
        byte[] bytes = new byte[size];
        random.nextBytes(bytes);
        return bytes;
    }

    private static UnreadableSessionException broken(Object subject) {
        return Prefix.unreadable(subject, "altered, or was stored for another session: its seal is broken");
    }

    private static SecretKey idKey(Secret secret, Application application, byte[] salt) {
        return secret.key(SESSION_ID, canonical(application), salt);
    }

    private static byte[] canonical(Application application) {
        var parts = new ByteSink(64);
        for (String part :
                List.of(application.cluster(), application.host(), application.context(), application.version())) {
            parts.putText(part);
        }
        return parts.toByteArray();
    }

    private static Cipher cipher(int mode, SecretKey key, byte[] nonce) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_SIZE * Byte.SIZE, nonce));
        return cipher;
    }
}
