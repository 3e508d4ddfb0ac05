package org.ringlet.tomcat;

/** A request made its session larger than {@code maxSessionSize}. The change is dropped; the state before it is kept. */
final class SessionTooLargeException extends RuntimeException {
    SessionTooLargeException(String message) {
        super(message);
    }
}
