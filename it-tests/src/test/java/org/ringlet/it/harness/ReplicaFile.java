package org.ringlet.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Set;
import org.h2.mvstore.MVStore;

/**
 * The file in which an srun of the ring keeps its replicas. It shows from outside which sessions are where, half a second
 * late; what it says of them is sealed.
 */
public final class ReplicaFile {
    private final Path file;

    ReplicaFile(Path file) {
        this.file = file;
    }

    /**
     * The sessions, each by a hash of its id that is the same on all sruns.
     *
     * @throws org.h2.mvstore.MVStoreException if it was just being written to
     */
    public Set<String> sessions() {
        try {
            Path copy = file.resolveSibling("copy");
            Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
            try (MVStore store =
                    new MVStore.Builder().fileName(copy.toString()).readOnly().open()) {
                return Set.copyOf(store.openMap("sessions").keySet().stream()
                        .map(String.class::cast)
                        .toList());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
