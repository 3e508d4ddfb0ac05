package org.ringlet.cli.demo;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What a demo is to be.
 *
 * @param directory where it lives; empty: in a temporary directory
 */
public record DemoPlan(DemoHome home, DemoPorts ports, Store store, Optional<Path> directory) {
    /** Where the demo keeps its sessions. */
    public enum Store {
        /** On two of the Tomcats each. */
        RING,
        /** In a directory that the Tomcats share. */
        FILE;

        /** As {@code context.xml} names it. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The sruns by index: a, b, c, … */
    List<String> ids() {
        return IntStream.range(0, ports.nodes())
                .mapToObj(index -> Character.toString('a' + index))
                .toList();
    }
}
