package org.ringlet.tomcat;

/** Which attributes are looked at for changes when a session is saved. */
enum DirtyCheck {
    /** Those set or removed, and those taken in a request whose bytes are now different. */
    READ,
    /** Those set or removed. */
    SET
}
