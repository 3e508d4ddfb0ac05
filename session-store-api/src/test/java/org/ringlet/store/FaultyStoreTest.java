package org.ringlet.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.ringlet.session.Revision;
import org.ringlet.session.SessionKey;
import org.ringlet.store.FaultyStore.Verb;

class FaultyStoreTest {
    private final SessionKey key = StoreFixture.newKey();
    private final InMemoryStore behind = new InMemoryStore();
    private final FaultyStore store = new FaultyStore(behind);

    @Test
    void failsUntilItRecovers() {
        SessionCopy copy = new SessionCopy(store, key).with("name", "value");
        store.fail();

        assertThatThrownBy(copy::save).isInstanceOf(StoreUnavailableException.class);
        assertThat(store.health().up()).isFalse();
        assertThat(behind.size()).isZero();

        store.recover();
        assertThat(copy.save()).isEqualTo(new SaveOutcome.Saved());
        assertThat(store.calls(Verb.SAVE)).isEqualTo(2);
    }

    @Test
    void losesTheAnswerOfWhatWasDone() {
        store.loseAnswers();

        assertThatThrownBy(
                        () -> new SessionCopy(store, key).with("name", "value").save())
                .isInstanceOf(StoreUnavailableException.class);

        assertThat(behind.size()).isEqualTo(1);
    }

    @Test
    void letsItsCallersWait() {
        store.block();
        CompletableFuture<LoadOutcome> answer = CompletableFuture.supplyAsync(() -> store.load(key, Revision.NONE));
        await().until(() -> store.waiting() == 1);
        assertThat(answer).isNotDone();

        store.recover();

        assertThat(answer.join()).isEqualTo(new LoadOutcome.Missing());
        assertThat(store.waiting()).isZero();
    }
}
