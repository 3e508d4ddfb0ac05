package org.ringlet.codec;

/**
 * A value can't be turned into bytes: its class is refused or has no serial form, it is too large or nested too deep,
 * or its own code failed. The session's other attributes are not concerned; what was stored under the name before is
 * still good.
 */
public final class UnstorableAttributeException extends RuntimeException {
    public UnstorableAttributeException(String message) {
        super(message);
    }

    public UnstorableAttributeException(String message, Throwable cause) {
        super(message, cause);
    }
}
