package org.ringlet.store.ring;

/** An srun gave no answer. Whether it did what it was asked to is not known. */
final class NoAnswerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int srun;
    private final boolean timedOut;

    NoAnswerException(int srun, boolean timedOut) {
        super("srun " + srun + (timedOut ? " gave no answer in time" : " is not up any more"), null, false, false);
        this.srun = srun;
        this.timedOut = timedOut;
    }

    int srun() {
        return srun;
    }

    /** Whether the connection is up and nothing came. */
    boolean timedOut() {
        return timedOut;
    }
}
