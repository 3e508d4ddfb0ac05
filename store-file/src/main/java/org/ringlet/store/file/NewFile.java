package org.ringlet.store.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;

/** A file that has been written beside the place that it is to take. Closed without having taken it, it is removed. */
final class NewFile implements AutoCloseable {
    private final Path temp;
    private final Path place;
    private final boolean fsync;
    private boolean placed;

    NewFile(Path temp, Path place, boolean fsync) {
        this.temp = temp;
        this.place = place;
        this.fsync = fsync;
    }

    void putInPlace() throws IOException {
        Files.move(temp, place, StandardCopyOption.ATOMIC_MOVE);
        placed = true;
        if (fsync) {
            try (FileChannel directory = FileChannel.open(Objects.requireNonNull(place.getParent()), Open.TO_READ)) {
                directory.force(true);
            }
        }
    }

    @Override
    public void close() throws IOException {
        if (!placed) {
            Files.deleteIfExists(temp);
        }
    }
}
