package org.ringlet.cluster;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A cluster file can't be used. Carries all that is wrong with it; the message has a line {@code file:line:column: text}
 * for each fault, and never a secret.
 */
public final class ClusterFileException extends RuntimeException {
    /**
     * One thing that is wrong.
     *
     * @param line from 1; 0 if the fault is of the file as a whole
     * @param column from 1, of the attribute or else of the tag; 0 if the fault is of the file as a whole
     * @param text what is wrong and what is allowed
     */
    public record Fault(int line, int column, String text) {
        @Override
        public String toString() {
            return (line == 0 ? "" : line + ":" + column + ": ") + text;
        }
    }

    private final transient Path file;
    private final transient List<Fault> faults;

    ClusterFileException(Path file, List<Fault> faults, @Nullable Throwable cause) {
        super(message(file, faults), cause);
        this.file = file;
        this.faults = List.copyOf(faults);
    }

    public Path file() {
        return file;
    }

    /** In the order of their places in the file; at least one. */
    public List<Fault> faults() {
        return faults;
    }

    private static String message(Path file, List<Fault> faults) {
        return faults.stream()
                .map(fault -> file + ":" + (fault.line() == 0 ? " " : "") + fault)
                .collect(Collectors.joining("\n"));
    }
}
