package org.ringlet.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ringlet.cluster.Cluster;
import org.ringlet.store.ConfigurationException;
import org.ringlet.store.SessionCopy;
import org.ringlet.store.SessionStore;
import org.ringlet.store.StoreFixture;
import org.ringlet.store.StoreSettings;

class FileStoreProviderTest {
    @TempDir
    Path base;

    @Test
    void isFoundByItsName() {
        assertThat(StoreFixture.provider("file")).isInstanceOf(FileStoreProvider.class);
    }

    @Test
    void keepsTheSessionsOfALoneSrunUnderItsBase() {
        open(alone(Map.of())).close();

        assertThat(base.resolve("sessions/ringlet.lock")).exists();
    }

    @Test
    void wantsADirectoryThatSeveralSrunsShare() {
        refuses(StoreFixture.settings(0, base, Map.of()), "file.directory is not set", "2 sruns");
    }

    @Test
    void refusesDirectoriesThatClientsMayWriteTo() throws IOException {
        Files.createDirectories(base.resolve("apps/shop/WEB-INF"));

        refuses(alone(Map.of("directory", "webapps/shop/sessions")), "webapps");
        refuses(alone(Map.of("directory", "work")), "work");
        refuses(alone(Map.of("directory", "x/../temp/y")), "temp");
        refuses(alone(Map.of("directory", "apps/shop/sessions")), "is in the web application");
    }

    @Test
    void refusesADirectoryThatOthersMayWriteTo() throws IOException {
        Path open = Files.createDirectory(base.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwx---"));

        refuses(alone(Map.of("directory", "open")), "can be written to by others", "rwxrwx---");
    }

    @Test
    void refusesADirectoryThatIsUsedForSomethingElse() throws IOException {
        Files.createDirectory(base.resolve("conf"));
        Files.writeString(base.resolve("conf/server.xml"), "<Server/>");

        refuses(alone(Map.of("directory", "conf")), "not empty", "server.xml");
        refuses(alone(Map.of("directory", "conf/server.xml")), "is not a directory");
    }

    @Test
    void refusesADirectoryOfAnotherLayout() throws IOException {
        Files.createDirectory(base.resolve("sessions"));
        Files.writeString(base.resolve("sessions/ringlet.lock"), "ringlet sessions, layout 2\n");

        refuses(alone(Map.of()), "of another layout", "layout 2");
    }

    @Test
    void refusesAnFsyncThatIsNeitherTrueNorFalse() {
        refuses(alone(Map.of("fsync", "yes")), "file.fsync is 'yes'");
    }

    @Test
    void followsALinkThatItsDirectoryIsNamedBy() throws IOException {
        Path real = Files.createDirectory(base.resolve("real"));
        Files.createSymbolicLink(base.resolve("link"), real);

        try (SessionStore store = open(alone(Map.of("directory", "link")));
                SessionStore same = open(alone(Map.of("directory", "real")))) {
            SessionCopy copy = new SessionCopy(store, StoreFixture.newKey()).with("name", "value");
            copy.save();

            assertThat(SessionCopy.loaded(same, copy.key()).record()).isEqualTo(copy.record());
        }
    }

    private void refuses(StoreSettings settings, String... messages) {
        assertThatThrownBy(() -> open(settings))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll(messages);
    }

    private static SessionStore open(StoreSettings settings) {
        return new FileStoreProvider().open(settings);
    }

    private StoreSettings alone(Map<String, String> options) {
        return new StoreSettings(
                Cluster.ofOne(),
                Optional.empty(),
                0,
                base,
                StoreFixture.seal(),
                List.of(),
                Duration.ofSeconds(5),
                Duration.ofHours(1),
                4 << 20,
                options);
    }
}
