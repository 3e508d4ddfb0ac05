package org.ringlet.cluster;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ringlet.cluster.ClusterFileException.Fault;

/** Collects what is wrong with a file, so that people hear of all of it at once. Confined to one reading. */
final class Faults {
    private final List<Fault> found = new ArrayList<>();

    void add(Position at, String text) {
        found.add(new Fault(at.line(), at.column(), text));
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    ClusterFileException asException(Path file, @Nullable Throwable cause) {
        List<Fault> inOrder = found.stream()
                .distinct()
                .sorted(Comparator.comparing(fault -> new Position(fault.line(), fault.column())))
                .toList();
        return new ClusterFileException(file, inOrder, cause);
    }
}
