package org.ringlet.router.proxy;

import io.netty.handler.codec.http.HttpResponseStatus;

/** What follows from a failed attempt: a pure function, with the reasons at each case. */
sealed interface RetryVerdict {
    /** Once more at the same srun, over a new connection; it is not charged. */
    record SameSrun() implements RetryVerdict {}

    /** The srun is charged, and the next one is asked. */
    record NextSrun() implements RetryVerdict {}

    /** The client gets this status. */
    record GiveUp(HttpResponseStatus status, boolean isCharged) implements RetryVerdict {}

    /** The client has a part of a response already: its connection is aborted, so that it can't take it for a whole. */
    record Abort() implements RetryVerdict {}

    /**
     * @param isReused whether the connection had served another request before
     * @param isReplayable whether the request may be sent again although an srun may have got it
     * @param wasRepeated whether the same srun was tried again already
     */
    static RetryVerdict on(Failure failure, boolean isReused, boolean isReplayable, boolean wasRepeated) {
        return switch (failure) {
            case CONNECT -> new NextSrun();
            case UNANSWERED -> unanswered(isReused, isReplayable, wasRepeated);
            // it may still be working on it; the client has waited long enough
            case STALLED -> new GiveUp(HttpResponseStatus.GATEWAY_TIMEOUT, true);
            // the application's doing, most likely, and the same everywhere
            case BAD_RESPONSE -> new GiveUp(HttpResponseStatus.BAD_GATEWAY, false);
            case CUT_SHORT -> new Abort();
        };
    }

    private static RetryVerdict unanswered(boolean isReused, boolean isReplayable, boolean wasRepeated) {
        if (!isReplayable) {
            return new GiveUp(HttpResponseStatus.BAD_GATEWAY, !isReused);
        }
        // an srun may close an idle connection at the moment in which it is used again: nobody's fault
        return isReused && !wasRepeated ? new SameSrun() : new NextSrun();
    }
}
