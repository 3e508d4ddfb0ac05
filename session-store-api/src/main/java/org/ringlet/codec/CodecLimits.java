package org.ringlet.codec;

import org.ringlet.store.ConfigurationException;

/**
 * What a value may cost. Array lengths need no limit of their own: no array is made that is longer than the bytes of
 * its frame allow for.
 *
 * @param maxBytes the largest frame, written or read
 * @param maxDepth how deep objects may be nested. Writing and reading are recursive, so this is what keeps a long
 *     chain from overflowing the stack of a request's thread. What is in Java's form may be half as deep
 */
public record CodecLimits(int maxBytes, int maxDepth) {
    public static final CodecLimits DEFAULT = new CodecLimits(16 << 20, 1000);

    public CodecLimits {
        if (maxBytes <= 0 || maxDepth <= 0) {
            throw new ConfigurationException(
                    "codec limits must be positive: maxBytes=" + maxBytes + ", maxDepth=" + maxDepth);
        }
    }
}
