package org.ringlet.seal;

import java.util.List;
import org.ringlet.session.Application;
import org.ringlet.session.SessionId;
import org.ringlet.session.SessionKey;
import org.ringlet.session.SessionRecord;

/**
 * Turns records into bytes that can be kept where others may reach them, and back. Thread-safe.
 *
 * <p>What a seal can't prevent: whoever can write to the store can put back an older state of a session, or take the
 * session away.
 */
public interface Seal {
    /** How many characters a secret must have at least. */
    int MIN_SECRET_LENGTH = 32;

    /**
     * Encrypts and authenticates with AES-256-GCM, under a key of each session's own that is derived from the secret.
     *
     * @param secret what is sealed with; at least {@link #MIN_SECRET_LENGTH} characters that nobody can guess: the
     *     derivation is fast, so it adds nothing to a weak one
     * @param previous secrets that were in use before; they open and never seal
     * @throws org.ringlet.store.ConfigurationException if a secret is too short
     */
    static Seal sealed(String secret, List<String> previous) {
        return new AesSeal(
                Secret.of("secret", secret),
                previous.stream()
                        .map(text -> Secret.of("previousSecrets", text))
                        .toList());
    }

    /** Keeps the bytes readable, with a check sum that finds accidents and stops nobody. Refuses what is sealed. */
    static Seal unsealed() {
        return new CheckSumSeal();
    }

    byte[] seal(SessionKey key, SessionRecord record);

    /**
     * @throws org.ringlet.store.UnreadableSessionException if the bytes were cut, altered, made for another key, or
     *     sealed with a secret that is not known here
     */
    SessionRecord open(SessionKey key, byte[] sealed);

    /**
     * A session's id in a form that a store can keep outside the record, to say later which session it is without
     * opening the record. An id is a credential: a store must not keep it in the clear. Two calls give different bytes.
     */
    byte[] sealId(SessionKey key);

    /** @throws org.ringlet.store.UnreadableSessionException as {@link #open} */
    SessionId openId(Application application, byte[] sealedId);
}
