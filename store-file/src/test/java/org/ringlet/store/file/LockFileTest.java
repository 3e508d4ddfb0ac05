package org.ringlet.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ringlet.store.StoreUnavailableException;

class LockFileTest {
    @TempDir
    Path directory;

    private LockFile file;

    @BeforeEach
    void open() throws IOException {
        file = LockFile.in(directory, Permissions.at(directory));
    }

    @AfterEach
    void close() throws IOException {
        file.close();
    }

    @Test
    void locksTheFileThatTheOthersLockEvenIfItIsReplaced() throws IOException {
        FileChannel before = file.channel();
        Files.move(directory.resolve(LockFile.NAME), directory.resolve("moved"));
        Files.copy(directory.resolve("moved"), directory.resolve(LockFile.NAME));

        await().until(() -> file.channel() != before);

        assertThat(before.isOpen()).isFalse();
        assertThat(file.channel().isOpen()).isTrue();
    }

    @Test
    void saysThatTheDirectoryIsNotThere() throws IOException {
        Files.delete(directory.resolve(LockFile.NAME));

        assertThatThrownBy(file::requirePresent)
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining(directory.toString())
                .hasMessageContaining("is its volume mounted?");
    }
}
