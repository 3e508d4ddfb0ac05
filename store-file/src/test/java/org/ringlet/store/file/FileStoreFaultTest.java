package org.ringlet.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ringlet.store.StoreFixture.SHOP;
import static org.ringlet.store.StoreFixture.TOMBSTONE_LIFE;
import static org.ringlet.store.StoreFixture.newKey;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ringlet.session.Application;
import org.ringlet.session.Revision;
import org.ringlet.session.SessionDelta;
import org.ringlet.session.SessionKey;
import org.ringlet.store.ClaimOutcome;
import org.ringlet.store.LoadOutcome;
import org.ringlet.store.SaveOutcome;
import org.ringlet.store.SessionCopy;
import org.ringlet.store.SessionStore;
import org.ringlet.store.StoreFixture;
import org.ringlet.store.StoreUnavailableException;
import org.ringlet.store.UnreadableSessionException;

/** What becomes of a file store when files and directories are not as it left them. */
class FileStoreFaultTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final SessionKey key = newKey();

    @TempDir
    Path base;

    private Path directory;
    private SessionStore store;

    @BeforeEach
    void open() {
        directory = base.resolve("sessions");
        store = opened();
    }

    @AfterEach
    void close() {
        store.close();
    }

    // files

    @Test
    void refusesAFileThatWasCutAnywhere() throws IOException {
        saved(key);
        byte[] whole = Files.readAllBytes(path(key));

        for (int length = 0; length < whole.length; length += 7) {
            Files.write(path(key), Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> store.load(key, Revision.NONE))
                    .as("%s bytes", length)
                    .isInstanceOf(UnreadableSessionException.class);
        }
    }

    @Test
    void neverServesAFileOfWhichAnyByteWasChanged() throws IOException {
        SessionCopy copy = saved(key);
        byte[] whole = Files.readAllBytes(path(key));

        for (int i = 0; i < whole.length; i++) {
            byte[] altered = whole.clone();
            altered[i] ^= 0x40;
            Files.write(path(key), altered);
            assertThat(loadedOrRefused()).as("byte %s", i).isIn("refused", copy.record());
        }
    }

    @Test
    void namesTheFileThatItCanNotRead() throws IOException {
        saved(key);
        Files.writeString(path(key), "x".repeat(1000));

        assertThatThrownBy(() -> store.load(key, Revision.NONE))
                .isInstanceOf(UnreadableSessionException.class)
                .hasMessageContaining(path(key).toRealPath().toString())
                .hasMessageContaining("no session file");
    }

    @Test
    void neitherSavesOverAFileThatItCanNotReadNorTouchesIt() throws IOException {
        SessionCopy copy = saved(key);
        SessionDelta first = new SessionCopy(store, key).with("name", "value").delta();
        Files.writeString(path(key), "");

        assertThatThrownBy(() -> copy.with("name", "new").save()).isInstanceOf(UnreadableSessionException.class);
        assertThatThrownBy(() -> store.save(key, first, copy::record)).isInstanceOf(UnreadableSessionException.class);
        assertThatThrownBy(copy::touch).isInstanceOf(UnreadableSessionException.class);
        assertThat(path(key)).isEmptyFile();
        assertThat(store.end(key)).isTrue();
        assertThat(store.load(key, Revision.NONE)).isEqualTo(new LoadOutcome.Ended());
    }

    @Test
    void saysThatAFileIsOfALaterLayout() throws IOException {
        saved(key);
        byte[] file = Files.readAllBytes(path(key));
        file[4] = 2;
        Files.write(path(key), file);

        assertThatThrownBy(() -> store.load(key, Revision.NONE))
                .isInstanceOf(UnreadableSessionException.class)
                .hasMessageContaining("of layout 2");
    }

    @Test
    void refusesABodyThatIsTooLargeUnread() throws IOException {
        saved(key);
        byte[] file = Files.readAllBytes(path(key));
        Head head = Head.read(path(key), ByteBuffer.wrap(file));
        State state = head.state();
        State huge = new State(
                State.Life.LIVE,
                0,
                state.timeoutSeconds(),
                state.revision(),
                Integer.MAX_VALUE,
                state.lastAccess(),
                state.accesses());
        System.arraycopy(head.with(huge).bytes(), 0, file, 0, Head.SIZE);
        Files.write(path(key), file);

        assertThatThrownBy(() -> store.load(key, Revision.NONE))
                .isInstanceOf(UnreadableSessionException.class)
                .hasMessageContaining("too large");
    }

    @Test
    void keepsWhatASessionHadWhenItOutgrowsItsFile() {
        SessionCopy copy = saved(key);
        for (int size : new int[] {100, 10_000, 1_000_000, 100, 2_000, 200_000}) {
            copy.with("blob", new byte[size]).with("size", "" + size).save();

            assertThat(SessionCopy.loaded(store, key).record()).isEqualTo(copy.record());
        }
    }

    @Test
    void letsASessionShrinkOnDisk() throws IOException {
        SessionCopy copy = saved(key);
        copy.with("blob", new byte[1_000_000]).save();
        copy.with("blob", new byte[10]).save();

        assertThat(Files.size(path(key))).isLessThan(10_000);
    }

    @Test
    void dropsRemovalMarkersThatHaveDoneTheirWork() {
        SessionCopy copy = saved(key).with("old", "1");
        copy.without("old").save();
        SessionCopy later = SessionCopy.loaded(store, key, SessionCopy.NOW.plus(TOMBSTONE_LIFE.multipliedBy(2)));

        assertThat(later.with("new", "2").save()).isInstanceOf(SaveOutcome.Merged.class);

        assertThat(later.record().entries()).containsOnlyKeys("name", "new");
        assertThat(later.with("new", "3").save()).isEqualTo(new SaveOutcome.Saved());
    }

    // the directory

    @Test
    void isForItsOwnerOnly() throws IOException {
        saved(key);
        store.end(saved(newKey()).key());

        try (Stream<Path> all = Files.walk(directory)) {
            assertThat(all)
                    .allSatisfy(path -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                            .isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------"));
        }
    }

    @Test
    void showsNoIdAndNoAttributeInAnyFile() throws IOException {
        saved(key).with("creditCard", "4111111111111111").save();

        try (Stream<Path> all = Files.walk(directory)) {
            assertThat(all.filter(Files::isRegularFile)).allSatisfy(path -> assertThat(
                            path + new String(Files.readAllBytes(path), StandardCharsets.ISO_8859_1))
                    .doesNotContain(key.id().value())
                    .doesNotContain("creditCard")
                    .doesNotContain("4111111111111111"));
        }
    }

    @Test
    void canNotAnswerWhileItsDirectoryIsAwayAndDoesAgainOnceItIsBack() throws IOException {
        SessionCopy copy = saved(key);
        Path elsewhere = base.resolve("elsewhere");
        Files.move(directory, elsewhere);

        assertUnavailable();

        Files.move(elsewhere, directory);
        assertThat(store.health().up()).isTrue();
        assertThat(copy.with("name", "later").save()).isEqualTo(new SaveOutcome.Saved());
        assertThat(SessionCopy.loaded(store, key).record()).isEqualTo(copy.record());
    }

    @Test
    void doesNotTakeAnEmptyMountPointForItsDirectory() throws IOException {
        saved(key);
        Files.move(directory, base.resolve("elsewhere"));
        Files.createDirectory(directory);

        assertUnavailable();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void goesOnInADirectoryThatWasMadeAnew() throws IOException {
        SessionCopy lost = saved(key);
        Files.move(directory, base.resolve("elsewhere"));
        try (SessionStore another = opened()) {
            new SessionCopy(another, newKey()).with("name", "value").save();

            assertThat(store.load(key, Revision.NONE)).isEqualTo(new LoadOutcome.Missing());
            assertThat(lost.with("name", "late").save()).isEqualTo(new SaveOutcome.Ended());
            SessionCopy fresh = saved(newKey());
            assertThat(SessionCopy.loaded(another, fresh.key()).record()).isEqualTo(fresh.record());
        }
    }

    @Test
    void keepsThePreviousStateWhenTheDiskIsFull() throws Exception {
        SessionCopy copy = saved(key);

        String failure = FullDisk.saveLarge(StoreFixture.settings(0, base, options()), key);

        assertThat(failure)
                .contains(StoreUnavailableException.class.getName())
                .contains(directory.toRealPath().toString())
                .contains("MiB free");
        assertThat(SessionCopy.loaded(store, key).record()).isEqualTo(copy.record());
        assertThat(DirectoryInTest.filesOfSessions(directory)).containsExactly(path(key));
    }

    @Test
    void aThreadThatIsInterruptedSavesAndStaysInterrupted() {
        SessionCopy copy = saved(key);
        Thread.currentThread().interrupt();

        assertThat(copy.with("name", "interrupted").save()).isEqualTo(new SaveOutcome.Saved());
        assertThat(store.load(key, Revision.NONE)).isInstanceOf(LoadOutcome.Changed.class);
        assertThat(copy.touch()).isTrue();
        assertThat(store.health().up()).isTrue();
        assertThat(copy.moveTo(StoreFixture.newId())).isEqualTo(new SaveOutcome.Saved());
        assertThat(store.end(copy.key())).isTrue();

        assertThat(Thread.interrupted()).isTrue();
    }

    // time

    @Test
    void aClockThatWasSetBackEndsNothingEarly() throws IOException {
        SessionCopy copy = saved(key).timingOutAfter(TIMEOUT);
        copy.save();
        DirectoryInTest.elapse(directory, Duration.ofHours(-1));

        assertThat(store.expired(SHOP, Duration.ZERO, 10)).isEmpty();
        assertThat(store.claim(key, Duration.ZERO)).isEqualTo(new ClaimOutcome.Refused(Duration.ZERO));
        copy.touch();
        // and a moment, since the kernel stamps files by ticks
        DirectoryInTest.elapse(directory, TIMEOUT.plusSeconds(1));
        assertThat(store.expired(SHOP, Duration.ZERO, 10)).containsExactly(key);
    }

    // leftovers

    @Test
    void removesWhatAKilledSrunWasWriting() throws IOException {
        saved(key);
        Path leftover = path(key).resolveSibling(path(key).getFileName() + ".abc-1.tmp");
        Files.writeString(leftover, "half a sess");
        store.expired(SHOP, Duration.ZERO, 10);
        assertThat(leftover).exists();

        DirectoryInTest.elapse(directory, Duration.ofHours(2));
        store.expired(SHOP, Duration.ZERO, 10);

        assertThat(leftover).doesNotExist();
        assertThat(path(key)).exists();
    }

    @Test
    void leavesNothingOfASessionInTheEnd() throws IOException {
        SessionCopy copy = saved(key).timingOutAfter(TIMEOUT);
        copy.save();
        // and a moment, since the kernel stamps files by ticks
        DirectoryInTest.elapse(directory, TIMEOUT.plusSeconds(1));
        store.claim(key, Duration.ZERO);
        store.end(key);
        DirectoryInTest.elapse(directory, TOMBSTONE_LIFE);
        store.expired(SHOP, Duration.ZERO, 10);

        assertThat(DirectoryInTest.filesOfSessions(directory)).isEmpty();
    }

    @Test
    void removesTheSessionsOfAnApplicationThatNobodyRunsAnyMore() throws IOException {
        SessionKey orphan = new Application("prod", "localhost", "/gone", "").key(key.id());
        new SessionCopy(store, orphan).timingOutAfter(TIMEOUT).save();
        DirectoryInTest.elapse(directory, Duration.ofDays(6));
        store.expired(SHOP, Duration.ZERO, 10);
        assertThat(store.load(orphan, Revision.NONE)).isInstanceOf(LoadOutcome.Changed.class);

        DirectoryInTest.elapse(directory, Duration.ofDays(2));
        store.expired(SHOP, Duration.ZERO, 10);

        assertThat(store.load(orphan, Revision.NONE)).isEqualTo(new LoadOutcome.Missing());
    }

    @Test
    void passesOverFilesThatAreNotItsOwn() throws IOException {
        SessionCopy copy = saved(key).timingOutAfter(TIMEOUT);
        copy.save();
        Files.writeString(path(key).resolveSibling("README"), "what is this?");
        Files.writeString(path(key).resolveSibling("0".repeat(38)), "no session");
        DirectoryInTest.elapse(directory, TOMBSTONE_LIFE.multipliedBy(2));

        assertThat(store.expired(SHOP, Duration.ZERO, 10)).containsExactly(key);
        assertThat(path(key).resolveSibling("README")).exists();
    }

    @Test
    void storesWithFsyncToo() {
        Map<String, String> options = Map.of("directory", "sessions", "fsync", "true");
        try (SessionStore forcing = new FileStoreProvider().open(StoreFixture.settings(1, base, options))) {
            SessionCopy copy = new SessionCopy(forcing, key).with("name", "1");
            copy.save();
            copy.with("name", "2").save();

            assertThat(SessionCopy.loaded(store, key).record()).isEqualTo(copy.record());
            assertThat(forcing.end(key)).isTrue();
        }
    }

    private void assertUnavailable() {
        SessionCopy copy = new SessionCopy(store, newKey()).with("name", "value");
        for (Runnable verb : List.<Runnable>of(
                () -> store.load(key, Revision.NONE),
                () -> store.load(newKey(), Revision.NONE),
                copy::save,
                () -> store.touch(key, SessionCopy.NOW),
                () -> store.end(key),
                () -> store.expired(SHOP, Duration.ZERO, 10),
                () -> store.claim(key, Duration.ZERO))) {
            assertThatThrownBy(verb::run)
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining(directory.getFileName().toString());
        }
        assertThatCode(store::health).doesNotThrowAnyException();
        assertThat(store.health().up()).isFalse();
    }

    private Object loadedOrRefused() {
        try {
            return ((LoadOutcome.Changed) store.load(key, Revision.NONE)).record();
        } catch (UnreadableSessionException e) {
            return "refused";
        }
    }

    private SessionCopy saved(SessionKey key) {
        SessionCopy copy = new SessionCopy(store, key).with("name", "value");
        assertThat(copy.save()).isEqualTo(new SaveOutcome.Saved());
        return copy;
    }

    private SessionStore opened() {
        return new FileStoreProvider().open(StoreFixture.settings(0, base, options()));
    }

    private static Map<String, String> options() {
        return Map.of("directory", "sessions");
    }

    private Path path(SessionKey key) {
        return directory.resolve(FileName.of(key).path());
    }
}
