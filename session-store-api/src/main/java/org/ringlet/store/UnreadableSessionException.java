package org.ringlet.store;

/**
 * What is stored for one session is cut short, altered, someone else's or sealed with an unknown key. Trying again
 * won't help; no other session is concerned.
 */
public final class UnreadableSessionException extends RuntimeException {
    public UnreadableSessionException(String message, Throwable cause) {
        super(message, cause);
    }

    public UnreadableSessionException(String message) {
        super(message);
    }
}
