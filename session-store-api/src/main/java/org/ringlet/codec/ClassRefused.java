package org.ringlet.codec;

/** A class may not be stored or brought back; the message says why. */
final class ClassRefused extends RuntimeException {
    ClassRefused(String reason) {
        super(reason);
    }
}
