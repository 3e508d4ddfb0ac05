package org.ringlet.store.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.ringlet.session.SessionKey;
import org.ringlet.store.SessionStore;
import org.ringlet.store.SharedSessionStoreContract;
import org.ringlet.store.StoreFixture;
import org.ringlet.store.StoreSettings;

class FileStoreTest extends SharedSessionStoreContract {
    @TempDir
    Path base;

    @Override
    protected SessionStore open() {
        return open(0);
    }

    @Override
    protected SessionStore reopenAsAnotherSrun() {
        return open(1);
    }

    @Override
    protected void elapse(Duration duration) throws IOException {
        DirectoryInTest.elapse(base.resolve("sessions"), duration);
    }

    @Override
    protected void corrupt(SessionKey key) throws IOException {
        byte[] file = Files.readAllBytes(path(key));
        for (int i = Head.SIZE; i < file.length; i++) {
            file[i] ^= 1;
        }
        Files.write(path(key), file);
    }

    @Override
    protected void copyStored(SessionKey from, SessionKey to) throws IOException {
        Files.copy(path(from), path(to), StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    protected String provider() {
        return "file";
    }

    @Override
    protected StoreSettings settings() {
        return settings(0);
    }

    private SessionStore open(int srun) {
        return new FileStoreProvider().open(settings(srun));
    }

    private StoreSettings settings(int srun) {
        return StoreFixture.settings(srun, base, Map.of("directory", "sessions"));
    }

    private Path path(SessionKey key) {
        return base.resolve("sessions").resolve(FileName.of(key).path());
    }
}
