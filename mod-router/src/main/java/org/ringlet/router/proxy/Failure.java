package org.ringlet.router.proxy;

/** How an attempt at an srun failed. */
enum Failure {
    /** No connection could be had: the srun got nothing of the request. */
    CONNECT,
    /** The connection ended before a byte of a response came. */
    UNANSWERED,
    /** No byte came or went for too long, before a response. */
    STALLED,
    /** What came is no response that could be passed on. */
    BAD_RESPONSE,
    /** The response ended, or stalled, before its end. */
    CUT_SHORT
}
