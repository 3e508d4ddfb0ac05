package org.ringlet.tomcat;

/** What turns attributes into bytes. */
enum SerializerKind {
    /** Kryo: fast and small. */
    KRYO,
    /** Java serialisation. */
    JAVA
}
