package org.ringlet.it.harness;

import java.nio.file.Path;

/** What the build hands to the tests. */
public final class Build {
    private Build() {}

    /** The unpacked distribution. */
    public static Path ringlet() {
        return Path.of(property("it.ringlet"));
    }

    /** The classes of the web application that is tested with. */
    static Path app() {
        return Path.of(property("it.app"));
    }

    static String property(String name) {
        String value = System.getProperty(name);
        if (value == null) {
            throw new IllegalStateException("no system property " + name + ": run these tests by mvn verify");
        }
        return value;
    }
}
