package org.ringlet.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ringlet.store.StoreFixture.newKey;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ringlet.session.SessionId;
import org.ringlet.session.SessionKey;

/** What every store must do that the JVMs of several sruns open on their own. */
public abstract class SharedSessionStoreContract extends SealedSessionStoreContract {
    /** The name of the store's provider. */
    protected abstract String provider();

    /** What another JVM is to open the store with that {@link #open} opened last. */
    protected abstract StoreSettings settings();

    @Test
    void losesNoneOfTheChangesThatTwoProcessesMakeToOneSession() throws Exception {
        SessionKey key = newKey();
        int saves = 400;
        try (SessionStore store = reopenAsAnotherSrun()) {
            SessionCopy copy = new SessionCopy(store, key).with("here", "0");
            copy.save();

            try (StoreProcess process = start("there", List.of(key.id()), saves)) {
                assertThat(process.acknowledged()).isEqualTo(1);
                int here = 0;
                for (int there = 1; there > 0; there = process.acknowledged()) {
                    copy.with("here", String.valueOf(++here)).save();
                }

                assertThat(process.awaitEnd()).isZero();
                SessionCopy now = SessionCopy.loaded(store, key);
                assertThat(now.value("here")).contains(String.valueOf(here));
                assertThat(now.value("there")).contains(String.valueOf(saves));
            }
        }
    }

    @Test
    void aProcessThatIsKilledWhileItSavesLeavesEverySessionReadableAndNoAcknowledgedSaveUndone() throws Exception {
        List<SessionKey> keys = List.of(newKey(), newKey(), newKey());
        List<SessionId> ids = keys.stream().map(SessionKey::id).toList();
        try (SessionStore store = reopenAsAnotherSrun()) {
            for (SessionKey key : keys) {
                new SessionCopy(store, key)
                        .with("large", new byte[30_000])
                        .with("count", "0")
                        .save();
            }

            for (int killing = 1; killing <= 3; killing++) {
                try (StoreProcess process = start("count", ids, Integer.MAX_VALUE)) {
                    int last = 0;
                    while (last < 50 * killing) {
                        last = process.acknowledged();
                        // readable at any moment, too
                        latestCount(store, keys);
                    }
                    last = process.kill(last);

                    // the one that it was at may or may not have been stored
                    assertThat(latestCount(store, keys)).isBetween(last, last + 1);
                }
            }
        }
    }

    private StoreProcess start(String attribute, List<SessionId> sessions, int saves) throws Exception {
        return StoreProcess.start(provider(), settings(), attribute, sessions, saves);
    }

    private static int latestCount(SessionStore store, List<SessionKey> keys) {
        List<Integer> counts = new ArrayList<>();
        for (SessionKey key : keys) {
            counts.add(Integer.parseInt(
                    SessionCopy.loaded(store, key).value("count").orElseThrow()));
        }
        return counts.stream().mapToInt(Integer::intValue).max().orElseThrow();
    }
}
