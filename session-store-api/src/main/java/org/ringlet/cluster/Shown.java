package org.ringlet.cluster;

/** How text that somebody else wrote is put into a message: cut to a sensible length, and on one line. */
final class Shown {
    private Shown() {}

    /** A name or a value. */
    static String of(String text) {
        return cut(text, 60);
    }

    /** A message. */
    static String sentence(String text) {
        return cut(text, 300);
    }

    private static String cut(String text, int length) {
        String cut = text.length() <= length ? text : text.substring(0, length) + "…";
        return cut.replaceAll("\\p{Cntrl}", "?");
    }
}
