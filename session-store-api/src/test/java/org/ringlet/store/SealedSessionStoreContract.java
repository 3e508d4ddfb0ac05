package org.ringlet.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ringlet.store.StoreFixture.SHOP;
import static org.ringlet.store.StoreFixture.newKey;

import org.junit.jupiter.api.Test;
import org.ringlet.session.Revision;
import org.ringlet.session.SessionKey;

/** What every store must do that keeps sessions where others could alter them. */
public abstract class SealedSessionStoreContract extends SessionStoreContract {
    /** Alters a byte somewhere in the stored body of a session. */
    protected abstract void corrupt(SessionKey key) throws Exception;

    /** Stores what is stored under one key under another one too, as it is. */
    protected abstract void copyStored(SessionKey from, SessionKey to) throws Exception;

    @Test
    void readsNoBodyToAnswerUnchanged() throws Exception {
        SessionCopy copy = saved(key(), "name", "value");
        corrupt(key());

        assertThat(store().load(key(), copy.record().revision())).isInstanceOf(LoadOutcome.Unchanged.class);
    }

    @Test
    void refusesASessionThatWasAltered() throws Exception {
        SessionCopy copy = saved(key(), "name", "value");
        SessionCopy outdated = SessionCopy.loaded(other(), key());
        copy.with("name", "newer").save();
        corrupt(key());

        assertThatThrownBy(() -> store().load(key(), Revision.NONE)).isInstanceOf(UnreadableSessionException.class);
        assertThatThrownBy(() -> outdated.with("there", "1").save()).isInstanceOf(UnreadableSessionException.class);
    }

    @Test
    void refusesASessionThatWasStoredForAnother() throws Exception {
        SessionKey victim = newKey();
        saved(key(), "name", "mine");
        saved(victim, "name", "theirs");

        copyStored(key(), victim);

        assertThatThrownBy(() -> store().load(victim, Revision.NONE)).isInstanceOf(UnreadableSessionException.class);
    }

    @Test
    void endsASessionThatCanNotBeRead() throws Exception {
        saved(key(), "name", "value");
        corrupt(key());

        assertThat(store().end(key())).isTrue();
        assertThat(store().load(key(), Revision.NONE)).isEqualTo(new LoadOutcome.Ended());
    }

    @Test
    void aSessionThatCanNotBeReadDoesNotStopTheSweep() throws Exception {
        SessionKey broken = newKey();
        expiring(broken).save(store());
        expiring(key()).save(store());
        corrupt(broken);
        elapse(TIMEOUT.plus(A_MOMENT));

        assertThat(store().expired(SHOP, NO_GRACE, 10)).contains(key());
        assertThatThrownBy(() -> store().claim(broken, NO_GRACE)).isInstanceOf(UnreadableSessionException.class);
        assertThat(store().end(broken)).isTrue();
    }
}
