package org.ringlet.tomcat;

/** When a session is saved. */
enum SaveMode {
    /** Before the first byte of the response reaches the client. */
    BEFORE_HEADERS,
    /** At the end of the request, which may be after the client has the response: a client that asks another srun at once may find the state before. */
    AFTER_REQUEST,
    /** When the application stops: a crash loses all changes since it started. */
    ON_SHUTDOWN
}
