package org.ringlet.cli;

/** A command could not do what it was asked to; the message says why, to the person who asked. */
public final class CommandFailedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public CommandFailedException(String message) {
        super(message);
    }

    public CommandFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
