package org.ringlet.store.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ringlet.cluster.RingSettings;
import org.ringlet.session.Revision;
import org.ringlet.session.SessionKey;
import org.ringlet.store.ConfigurationException;
import org.ringlet.store.LoadOutcome;
import org.ringlet.store.SaveOutcome;
import org.ringlet.store.SessionCopy;
import org.ringlet.store.StoreFixture;

class ReplicaFileTest {
    private final SessionKey key = StoreFixture.newKey();
    private RingInTest ring;

    @TempDir
    Path directory;

    @BeforeEach
    void declare() throws IOException {
        ring = RingInTest.of(2);
    }

    @AfterEach
    void stop() {
        ring.close();
    }

    @Test
    void sessionsOutliveAStopOfAllSruns() {
        startBoth();
        new SessionCopy(ring.store(0), key).with("cart", "pear").save();
        SessionKey ended = StoreFixture.newKey();
        new SessionCopy(ring.store(0), ended).with("cart", "apple").save();
        ring.store(1).end(ended);
        stopBoth();
        startBoth();

        assertThat(SessionCopy.loaded(ring.store(1), key).value("cart")).contains("pear");
        assertThat(ring.store(0).load(ended, Revision.NONE)).isEqualTo(new LoadOutcome.Ended());
    }

    @Test
    void anSrunThatReturnsWithItsFileTakesOverWhatTheOtherHasSavedSince() {
        startBoth();
        new SessionCopy(ring.store(0), key).with("cart", "pear").save();
        ring.stop(0);
        SessionCopy.loaded(ring.store(1), key).with("cart", "apple").save();
        start(0, Instant::now);
        await().until(ring::isTrusted);

        assertThat(SessionCopy.loaded(ring.store(0), key).value("cart")).contains("apple");
    }

    @Test
    void anSrunThatWasAwayForTooLongStartsFromEmptyIfAnotherWasThere() {
        startBoth();
        new SessionCopy(ring.store(0), key).with("cart", "pear").save();
        ring.stop(0);
        ring.store(1).end(key);
        ring.elapse(Duration.ofHours(3));
        start(0, () -> Instant.now().plus(Duration.ofHours(3)));
        await().until(ring::isTrusted);

        assertThat(ring.store(0).load(key, Revision.NONE)).isInstanceOf(LoadOutcome.Ended.class);
        assertThat(ring.store(1).load(key, Revision.NONE)).isInstanceOf(LoadOutcome.Ended.class);
    }

    @Test
    void afterALongStopOfAllEverybodyKeepsWhatHeHas() {
        startBoth();
        new SessionCopy(ring.store(0), key).with("cart", "pear").save();
        stopBoth();
        start(0, () -> Instant.now().plus(Duration.ofHours(3)));
        start(1, () -> Instant.now().plus(Duration.ofHours(3)));
        await().until(ring::isTrusted);

        assertThat(SessionCopy.loaded(ring.store(1), key).value("cart")).contains("pear");
    }

    @Test
    void aFileThatIsBrokenIsPutAside() throws IOException {
        startBoth();
        new SessionCopy(ring.store(0), key).with("cart", "pear").save();
        ring.stop(0);
        Files.writeString(file(0), "this is no file of replicas".repeat(1000));
        start(0, Instant::now);
        await().until(ring::isTrusted);

        assertThat(SessionCopy.loaded(ring.store(0), key).value("cart")).contains("pear");
        assertThat(directory.resolve("s0.replicas.broken")).exists();
    }

    @Test
    void theFileTellsNothingToWhoReadsIt() throws IOException {
        startBoth();
        new SessionCopy(ring.store(0), key).with("cart", "a very secret pear").save();
        stopBoth();

        String content = Files.readString(file(0), StandardCharsets.ISO_8859_1);
        assertThat(content)
                .doesNotContain("a very secret pear")
                .doesNotContain(key.id().value());
    }

    @Test
    void aFileThatAnotherJvmHasIsRefused() {
        start(0, Instant::now);

        assertThatThrownBy(() -> ReplicaFile.open(file(0), StoreFixture.seal(), RingSettings.DEFAULT, Instant::now))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(file(0).toString());
    }

    @Test
    void ofASessionThatSitsIdleTheRecordIsInTheFileAlone() {
        startBoth();
        new SessionCopy(ring.store(0), key).with("cart", "pear").save();
        shelve();

        assertThat(ring.store(0).load(key, Revision.NONE)).isInstanceOf(LoadOutcome.Changed.class);
        assertThat(SessionCopy.loaded(ring.store(1), key).with("cart", "apple").save())
                .isInstanceOf(SaveOutcome.Saved.class);
        assertThat(SessionCopy.loaded(ring.store(0), key).value("cart")).contains("apple");
    }

    @Test
    void whatSitsIdleIsOnTwoSrunsAgainAfterOneIsGone() {
        startBoth();
        new SessionCopy(ring.store(0), key).with("cart", "pear").save();
        shelve();
        ring.stop(0);
        start(0, Instant::now);
        await().until(ring::isTrusted);
        ring.stop(1);

        assertThat(SessionCopy.loaded(ring.store(0), key).value("cart")).contains("pear");
    }

    @Test
    void anAccessIsKeptOfASessionThatIsInTheFileAlone() {
        startBoth();
        new SessionCopy(ring.store(0), key).with("cart", "pear").save();
        shelve();
        ring.elapse(Duration.ofHours(1));
        await().until(ring::isTrusted);
        ring.store(1).touch(key, Instant.now());
        shelve();
        stopBoth();
        startBoth();

        assertThat(idle(0)).isLessThan(Duration.ofMinutes(10));
        assertThat(SessionCopy.loaded(ring.store(0), key).value("cart")).contains("pear");
    }

    @Test
    void withFsyncTheFileHasASessionBeforeItIsAcknowledged() throws IOException {
        for (int srun = 0; srun < 2; srun++) {
            ReplicaFile file = ReplicaFile.open(file(srun), StoreFixture.seal(), withFsync(), Instant::now);
            ring.start(srun, ring.cluster(), RingTransport.Means.NONE.with(file));
        }
        await().until(ring::isTrusted);
        new SessionCopy(ring.store(0), key).with("cart", "pear").save();
        Path copy = Files.copy(file(1), directory.resolve("copy"));
        stopBoth();
        Files.move(copy, file(1), StandardCopyOption.REPLACE_EXISTING);
        start(1, Instant::now);

        assertThat(SessionCopy.loaded(ring.store(1), key).value("cart")).contains("pear");
    }

    private static RingSettings withFsync() {
        RingSettings byDefault = RingSettings.DEFAULT;
        return new RingSettings(
                byDefault.acks(),
                byDefault.minAcks(),
                byDefault.ackTimeout(),
                byDefault.lease(),
                byDefault.heartbeat(),
                byDefault.deadTime(),
                byDefault.rejoinLimit(),
                true,
                true,
                byDefault.protection());
    }

    @Test
    void whatWasServedWhileNobodyElseWasThereIsKeptHoweverLong() {
        ring.start(1);
        start(0, Instant::now);
        await().until(ring::isTrusted);
        new SessionCopy(ring.store(0), key).with("cart", "pear").save();
        stopBoth();
        start(0, Instant::now);
        SessionCopy.loaded(ring.store(0), key).with("cart", "apple").save();
        ring.elapse(Duration.ofHours(3));
        ring.start(1);
        ring.elapse(Duration.ofHours(3));
        await().until(ring::isTrusted);

        assertThat(SessionCopy.loaded(ring.store(1), key).value("cart")).contains("apple");
    }

    private void shelve() {
        ring.elapse(Duration.ofMinutes(1));
        await().until(() -> ring.peek(0, key) instanceof Replica.Shelved
                && ring.peek(1, key) instanceof Replica.Shelved
                && ring.isTrusted());
    }

    private Duration idle(int srun) {
        return ((LoadOutcome.Changed) ring.store(srun).load(key, Revision.NONE)).idle();
    }

    private void startBoth() {
        start(0, Instant::now);
        start(1, Instant::now);
        await().until(ring::isTrusted);
    }

    private void stopBoth() {
        ring.stop(0);
        ring.stop(1);
    }

    private void start(int srun, Supplier<Instant> clock) {
        ReplicaFile file = ReplicaFile.open(file(srun), StoreFixture.seal(), RingSettings.DEFAULT, clock);
        ring.start(srun, ring.cluster(), RingTransport.Means.NONE.with(file));
    }

    private Path file(int srun) {
        return directory.resolve("s" + srun + ".replicas");
    }
}
