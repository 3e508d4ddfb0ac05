package org.ringlet.store;

import java.time.Duration;
import org.ringlet.session.SessionKey;

class InMemoryStoreTest extends SealedSessionStoreContract {
    private final InMemoryStore store =
            new InMemoryStore(StoreFixture.seal(), new VirtualClock(), StoreFixture.TOMBSTONE_LIFE);

    @Override
    protected SessionStore open() {
        return store;
    }

    @Override
    protected SessionStore reopenAsAnotherSrun() {
        return store.another();
    }

    @Override
    protected void elapse(Duration duration) {
        store.clock().elapse(duration);
    }

    @Override
    protected void corrupt(SessionKey key) {
        store.tamper(key, bytes -> {
            bytes[bytes.length / 2] ^= 1;
            return bytes;
        });
    }

    @Override
    protected void copyStored(SessionKey from, SessionKey to) {
        store.tamper(to, bytes -> store.stored(from));
    }
}
