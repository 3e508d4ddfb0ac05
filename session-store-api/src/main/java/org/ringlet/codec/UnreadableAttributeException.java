package org.ringlet.codec;

/**
 * Stored bytes can't be turned into a value here: a class is missing, refused or has changed beyond recognition, or the
 * bytes are no frame. The session's other attributes are not concerned; another deployment may still read these bytes.
 */
public final class UnreadableAttributeException extends RuntimeException {
    public UnreadableAttributeException(String message) {
        super(message);
    }

    public UnreadableAttributeException(String message, Throwable cause) {
        super(message, cause);
    }
}
