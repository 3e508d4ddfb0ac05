package org.ringlet.session;

/**
 * Names of the entries that are not attributes. They begin with a character that no attribute name is let through
 * with.
 */
public final class Reserved {
    /** What every reserved name begins with. */
    public static final char PREFIX = '\u0001';

    /** Four bytes, high byte first: seconds without an access after which the session ends; 0 or less: never. */
    public static final String TIMEOUT = PREFIX + "timeout";

    /** Eight bytes, high byte first: milliseconds since 1970, by the clock of the srun that created the session. */
    public static final String CREATED = PREFIX + "created";

    private Reserved() {}

    public static boolean is(String name) {
        return !name.isEmpty() && name.charAt(0) == PREFIX;
    }
}
