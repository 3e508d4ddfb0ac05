package org.ringlet.codec;

/** Stands in a Kryo frame for the class of every object that is there in Java's own form, which names its class itself. */
final class JavaPart {
    private JavaPart() {}
}
