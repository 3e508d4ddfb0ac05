package org.ringlet.shop;

import java.util.List;
import java.util.Optional;

/**
 * The JVM that answers, and what the session id tells of others. The names come from the system properties
 * {@code ringlet.srun} (this one's) and {@code shop.sruns} (all of them, by index, separated by commas).
 */
final class Srun {
    private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    private static final int ID_LENGTH = 26;

    private static final long PID = ProcessHandle.current().pid();
    private static final String NAME = System.getProperty("ringlet.srun", "pid-" + PID);
    private static final List<String> NAMES =
            List.of(System.getProperty("shop.sruns", "").split(","));

    private Srun() {}

    static String name() {
        return NAME;
    }

    static long pid() {
        return PID;
    }

    /** The srun that created the session; empty if the id doesn't tell. */
    static Optional<String> owner(String sessionId) {
        return nameAt(sessionId, 0);
    }

    /** The srun that takes over first; empty if the id doesn't tell. */
    static Optional<String> backup(String sessionId) {
        return nameAt(sessionId, 2);
    }

    /** A number from 0 to 5 that goes with the name, for its colour. */
    static int hue(String name) {
        int index = NAMES.indexOf(name);
        return Math.floorMod(index < 0 ? name.hashCode() : index, 6);
    }

    private static Optional<String> nameAt(String sessionId, int at) {
        int dot = sessionId.indexOf('.');
        if ((dot < 0 ? sessionId.length() : dot) != ID_LENGTH) {
            return Optional.empty();
        }
        int index = ALPHABET.indexOf(sessionId.charAt(at)) * 64 + ALPHABET.indexOf(sessionId.charAt(at + 1));
        boolean isNamed = index < NAMES.size() && !NAMES.get(index).isEmpty();
        return Optional.of(isNamed ? NAMES.get(index) : "srun " + index);
    }
}
