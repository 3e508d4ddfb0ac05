package org.ringlet.codec;

/** An object was met that only Java serialisation can write as it would. Control flow, so it has no stack trace. */
final class JavaFormNeeded extends RuntimeException {
    JavaFormNeeded(String reason) {
        super(reason, null, false, false);
    }
}
