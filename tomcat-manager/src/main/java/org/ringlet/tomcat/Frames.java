package org.ringlet.tomcat;

/** How many object graphs a session's attributes are. */
enum Frames {
    /** One for each attribute. Where two attributes share an object, each brings back one of its own. */
    ATTRIBUTE,
    /** One for the session. Shared objects stay shared, but each change stores all attributes and replaces all. */
    SESSION
}
