package org.ringlet.codec;

import java.io.ObjectInputFilter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The guard over one Java stream: classes, depth, and arrays no larger than its bytes can fill. */
final class StreamFilter implements ObjectInputFilter {
    /**
     * The JDK's collections allocate before they read: a table has at most eight slots an entry (load factor 0.25), and
     * an empty one has sixteen.
     */
    private static final int SLOTS_PER_BYTE = 16;

    private static final int SLOTS_OF_SMALL_STREAMS = 1024;

    private final AppClasses classes;
    private final int maxDepth;
    private long slots;

    StreamFilter(AppClasses classes, int maxDepth, int streamSize) {
        this.classes = classes;
        this.maxDepth = maxDepth;
        this.slots = (long) streamSize * SLOTS_PER_BYTE + SLOTS_OF_SMALL_STREAMS;
    }

    /** Both this filter and the one that the stream has already, if any: that of the JVM. */
    ObjectInputFilter with(@Nullable ObjectInputFilter other) {
        return other == null ? this : ObjectInputFilter.merge(this, other);
    }

    @Override
    public Status checkInput(FilterInfo info) {
        if (info.depth() > maxDepth) {
            throw new UnreadableAttributeException("objects are nested deeper than the limit of " + maxDepth);
        }
        if (info.arrayLength() > 0) {
            slots -= info.arrayLength();
        }
        if (slots < 0) {
            throw new UnreadableAttributeException("an array is declared that the bytes can't fill");
        }
        if (info.serialClass() == null) {
            return Status.UNDECIDED;
        }
        Optional<String> refusal = classes.refusal(info.serialClass());
        if (refusal.isPresent()) {
            throw new ClassRefused(refusal.get());
        }
        return Status.ALLOWED;
    }
}
