package org.ringlet.bench.load;

/** A server answered what can't be right: its figures are worth nothing. */
public final class WrongAnswerException extends RuntimeException {
    public WrongAnswerException(String message) {
        super(message);
    }
}
