package org.ringlet.store.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ringlet.cluster.Cluster;
import org.ringlet.session.Revision;
import org.ringlet.session.SessionId;
import org.ringlet.session.SessionKey;
import org.ringlet.store.ConfigurationException;
import org.ringlet.store.LoadOutcome;
import org.ringlet.store.SessionCopy;
import org.ringlet.store.StoreFixture;
import org.ringlet.store.StoreStatus;

class RingTransportTest {
    private RingInTest ring;

    @AfterEach
    void stop() {
        ring.close();
    }

    @Test
    void anotherSrunHasTheSessionsOfOneThatIsGone() throws IOException {
        start(3);
        SessionKey key = StoreFixture.newKey();
        new SessionCopy(ring.store(0), key).with("cart", "pear").save();
        ring.stop(0);

        assertThat(SessionCopy.loaded(ring.store(1), key).value("cart")).contains("pear");
        assertThat(SessionCopy.loaded(ring.store(2), key).value("cart")).contains("pear");
    }

    @Test
    void anSrunThatComesBackEmptyGetsItsSessionsAgain() throws IOException {
        start(2);
        SessionKey key = StoreFixture.newKey();
        new SessionCopy(ring.store(0), key).with("cart", "pear").save();
        ring.stop(0);
        new SessionCopy(ring.store(1), StoreFixture.newKey())
                .with("cart", "apple")
                .save();
        ring.start(0);
        await().until(ring::isTrusted);
        ring.stop(1);

        assertThat(SessionCopy.loaded(ring.store(0), key).value("cart")).contains("pear");
    }

    @Test
    void anSrunThatIsAddedTakesItsPlaceWithoutARestart() throws IOException {
        ring = RingInTest.of(3);
        ring.start(0, ring.cluster(0, 1), RingTransport.Means.NONE);
        ring.start(1, ring.cluster(0, 1), RingTransport.Means.NONE);
        await().until(ring::isTrusted);
        SessionKey key = StoreFixture.newKey();
        new SessionCopy(ring.store(0), key).with("cart", "pear").save();
        ring.start(2);
        ring.declare(0, 1, 2);
        await().until(ring::isTrusted);
        ring.stop(0);
        await().until(() -> ring.peek(2, key) != null);
        ring.stop(1);

        assertThat(SessionCopy.loaded(ring.store(2), key).value("cart")).contains("pear");
    }

    @Test
    void anSrunThatIsRemovedHandsOverWhatItHasAndServesOn() throws IOException {
        start(3);
        SessionKey key = StoreFixture.newKey();
        new SessionCopy(ring.store(0), key).with("cart", "pear").save();
        ring.declare(1, 2);
        await().until(() -> ring.peek(0, key) == null && ring.peek(1, key) != null && ring.peek(2, key) != null);

        assertThat(ring.store(0).status().phase()).isEqualTo(StoreStatus.Phase.DRAINING);
        SessionCopy.loaded(ring.store(0), key).with("cart", "apple").save();
        assertThat(SessionCopy.loaded(ring.store(2), key).value("cart")).contains("apple");
    }

    @Test
    void anSrunSaysWhetherItIsInSync() throws IOException {
        start(2);
        new SessionCopy(ring.store(0), StoreFixture.newKey())
                .with("cart", "pear")
                .save();
        await().until(() -> ring.store(0).status().phase() == StoreStatus.Phase.ACTIVE);
        await().until(() -> ring.store(0).status().figures().containsKey("lastSync"));
        assertThat(ring.store(0).status().figures())
                .containsEntry("holdersUp", 2L)
                .containsEntry("underReplicated", 0L)
                .containsEntry("replicas", 1L);
        ring.stop(1);
        await().until(() -> ring.store(0).status().figures().get("holdersUp") == 1);
        ring.elapse(Duration.ofSeconds(10));
        await().until(() -> ring.store(0).status().figures().get("underReplicated") == 1);
    }

    @Test
    void whoDoesNotKnowTheSecretIsNotLetIn() throws IOException {
        start(1, 2);
        Cluster believed = new Cluster(
                ring.cluster().name(),
                Optional.of("another secret of more than thirty-two characters"),
                ring.cluster().sruns(),
                ring.cluster().ring(),
                ring.cluster().router());
        RingTransport stranger = ring.start(1, believed, RingTransport.Means.NONE);
        await().until(() -> stranger.node().membership().peer(0).link() == Peer.Link.DOWN);

        assertThat(ring.view(0).size()).isEqualTo(1);
        assertThat(ring.view(1).size()).isEqualTo(1);
    }

    @Test
    void anSrunOfAnotherClusterIsNotLetIn() throws IOException {
        start(1, 2);
        Cluster believed = new Cluster(
                "other",
                ring.cluster().secret(),
                ring.cluster().sruns(),
                ring.cluster().ring(),
                ring.cluster().router());
        RingTransport stranger = ring.start(1, believed, RingTransport.Means.NONE);
        await().until(() -> stranger.node().membership().peer(0).link() == Peer.Link.DOWN);

        assertThat(ring.view(0).size()).isEqualTo(1);
    }

    @Test
    void srunsTalkOverTls() throws IOException {
        ring = RingInTest.of(2);
        ring.start(0, ring.cluster(), withTls());
        ring.start(1, ring.cluster(), withTls());
        await().until(ring::isTrusted);
        SessionKey key = StoreFixture.newKey();
        new SessionCopy(ring.store(0), key).with("cart", "pear").save();

        assertThat(SessionCopy.loaded(ring.store(1), key).value("cart")).contains("pear");
    }

    @Test
    void anSrunInTheClearDoesNotReachOneWithTls() throws IOException {
        ring = RingInTest.of(2);
        ring.start(0, ring.cluster(), withTls());
        RingTransport plain = ring.start(1);
        await().until(() -> plain.node().membership().peer(0).link() == Peer.Link.DOWN);

        assertThat(ring.view(0).size()).isEqualTo(1);
    }

    @Test
    void srunsTalkWithTheUsersOwnKeys(@TempDir Path directory) throws Exception {
        ring = RingInTest.of(2);
        for (int srun = 0; srun < 2; srun++) {
            Path keystore = directory.resolve("s" + srun + ".p12");
            SelfSigned.make(keystore, "changeit");
            ring.start(srun, ring.cluster(), RingTransport.Means.NONE.with(RingTls.of(keystore, "changeit")));
        }
        await().until(ring::isTrusted);
        SessionKey key = StoreFixture.newKey();
        new SessionCopy(ring.store(0), key).with("cart", "pear").save();

        assertThat(SessionCopy.loaded(ring.store(1), key).value("cart")).contains("pear");
        assertThatThrownBy(() -> RingTls.of(directory.resolve("s0.p12"), "wrong"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("s0.p12");
    }

    @Test
    void srunsTalkWithAuthenticatedFrames() throws IOException {
        ring = RingInTest.of(2);
        ring.start(0, ring.cluster(), RingTransport.Means.NONE.withSealedFrames());
        ring.start(1, ring.cluster(), RingTransport.Means.NONE.withSealedFrames());
        await().until(ring::isTrusted);
        SessionKey key = StoreFixture.newKey();
        new SessionCopy(ring.store(0), key).with("cart", "pear").save();

        assertThat(SessionCopy.loaded(ring.store(1), key).value("cart")).contains("pear");
    }

    @Test
    void whoDoesNotAuthenticateFramesIsNotLetInByWhoDoes() throws IOException {
        ring = RingInTest.of(2);
        ring.start(0, ring.cluster(), RingTransport.Means.NONE.withSealedFrames());
        RingTransport plain = ring.start(1);
        await().until(() -> plain.node().membership().peer(0).link() == Peer.Link.DOWN);

        assertThat(ring.view(0).size()).isEqualTo(1);
    }

    @Test
    void anSrunWithTheNextSecretTalksToOneThatKnowsItAsAnother() throws IOException {
        ring = RingInTest.of(2);
        String next = "the next secret, of more than thirty-two characters";
        Cluster changed = new Cluster(
                ring.cluster().name(),
                Optional.of(next),
                ring.cluster().sruns(),
                ring.cluster().ring(),
                ring.cluster().router());
        String present = ring.cluster().secret().orElseThrow();
        ring.start(0, ring.cluster(), RingTransport.Means.NONE.withPreviousSecrets(List.of(next)));
        ring.start(1, changed, RingTransport.Means.NONE.withPreviousSecrets(List.of(present)));

        await().until(ring::isTrusted);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 4097, Integer.MAX_VALUE, 100})
    void noiseIsClosedAndHarmsNobody(int length) throws IOException {
        start(2);
        byte[] noise = new byte[200];
        new Random(length).nextBytes(noise);
        ByteBuffer.wrap(noise).putInt(length);
        int port = ring.cluster().sruns().get(0).ringPort().orElseThrow();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            OutputStream out = socket.getOutputStream();
            out.write(noise);
            out.flush();
            assertThat(socket.getInputStream().readAllBytes()).isEmpty();
        } catch (java.net.SocketException e) {
            // reset, since what was sent was not all read
            assertThat(e).hasMessageContaining("reset");
        }

        assertThat(ring.isTrusted()).isTrue();
        assertThat(ring.store(0).load(StoreFixture.newKey(), Revision.NONE)).isInstanceOf(LoadOutcome.Missing.class);
    }

    @Test
    void aPortThatIsTakenIsNamed() throws IOException {
        start(1, 2);

        assertThatThrownBy(() -> ring.start(0))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("srun s0")
                .hasMessageContaining("in use");
    }

    /** Time runs out in a pause, and that says nothing of the others: the store is not down. */
    @Test
    void whoLosesAConnectionInAPauseAsksTheNextOne() throws Exception {
        start(3);
        SessionKey key = StoreFixture.newKey().application().key(SessionId.generate(0, 1, new Random(1)));
        new SessionCopy(ring.store(0), key).with("cart", "pear").save();
        CountDownLatch answer = block(0);
        FutureTask<LoadOutcome> load = new FutureTask<>(() -> ring.store(2).load(key, Revision.NONE));
        Thread asking = new Thread(load);
        asking.start();
        await().until(() -> asking.getState() == Thread.State.TIMED_WAITING);
        CountDownLatch resume = block(2);
        answer.countDown();
        ring.elapse(Duration.ofSeconds(10));
        ring.stop(0);
        resume.countDown();

        assertThat(load.get(20, TimeUnit.SECONDS)).isInstanceOf(LoadOutcome.Changed.class);
    }

    /** Pauses the loop of an srun; returns when it stands still. */
    private CountDownLatch block(int srun) throws InterruptedException {
        CountDownLatch blocked = new CountDownLatch(1);
        CountDownLatch resume = new CountDownLatch(1);
        ring.transport(srun).execute(() -> {
            blocked.countDown();
            try {
                resume.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        blocked.await();
        return resume;
    }

    private static RingTransport.Means withTls() {
        return RingTransport.Means.NONE.with(RingTls.selfSigned());
    }

    private void start(int sruns) throws IOException {
        start(sruns, sruns);
    }

    private void start(int sruns, int declared) throws IOException {
        ring = RingInTest.of(declared);
        for (int srun = 0; srun < sruns; srun++) {
            ring.start(srun);
        }
        if (sruns == declared) {
            await().until(ring::isTrusted);
        }
    }
}
