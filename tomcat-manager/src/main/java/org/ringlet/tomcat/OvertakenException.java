package org.ringlet.tomcat;

/**
 * The srun was paused or cut off during a request, and somebody else has changed meanwhile what the request has changed.
 * The other's change is kept.
 */
final class OvertakenException extends RuntimeException {
    OvertakenException(String message) {
        super(message);
    }
}
