package org.ringlet.store.ring;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.ringlet.store.SessionStore;
import org.ringlet.store.SessionStoreContract;

/** The contract of a store, kept by a ring of two sruns over TCP. */
class RingStoreTest extends SessionStoreContract {
    private RingInTest ring;

    @Override
    protected SessionStore open() throws IOException {
        ring = RingInTest.of(2);
        ring.start(0);
        return ring.store(0);
    }

    @Override
    protected SessionStore reopenAsAnotherSrun() {
        ring.start(1);
        await().until(() -> ring.isTrusted(0) && ring.isTrusted(1));
        return ring.store(1);
    }

    @Override
    protected void elapse(Duration duration) {
        ring.elapse(duration);
        await().until(() -> ring.isTrusted(0) && ring.isTrusted(1));
    }

    @AfterEach
    void stop() {
        ring.close();
    }
}
