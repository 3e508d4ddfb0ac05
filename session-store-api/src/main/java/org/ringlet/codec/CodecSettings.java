package org.ringlet.codec;

/**
 * What a codec needs to know of the application that it works for.
 *
 * @param loader the web application's class loader: every class name in a frame is resolved by it, on whatever thread
 * @param filter what may be stored and brought back
 * @param limits how large and how deep a value may be
 * @param serializableOnly whether every object must be {@link java.io.Serializable}, as in a {@code <distributable/>}
 *     application
 */
public record CodecSettings(ClassLoader loader, ClassFilter filter, CodecLimits limits, boolean serializableOnly) {
    /** The settings of an application that has none of its own. */
    public static CodecSettings of(ClassLoader loader) {
        return new CodecSettings(loader, ClassFilter.builtIn(), CodecLimits.DEFAULT, false);
    }
}
