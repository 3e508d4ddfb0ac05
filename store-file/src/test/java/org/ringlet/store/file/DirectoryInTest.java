package org.ringlet.store.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** What tests do to a session directory behind a store's back. */
final class DirectoryInTest {
    private DirectoryInTest() {}

    /** Makes all files of sessions older, or, if the duration is negative, younger than the clock. */
    static void elapse(Path directory, Duration duration) throws IOException {
        for (Path file : filesOfSessions(directory)) {
            FileTime modified = Files.getLastModifiedTime(file);
            Files.setLastModifiedTime(file, FileTime.from(modified.toInstant().minus(duration)));
        }
    }

    static List<Path> filesOfSessions(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !directory.equals(file.getParent()))
                    .toList();
        }
    }
}
