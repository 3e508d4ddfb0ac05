package org.ringlet.store.ring;

import org.jspecify.annotations.Nullable;
import org.ringlet.session.SessionKey;
import org.ringlet.session.SessionRecord;

/** What stands behind the replicas in memory. May be called from any thread. */
interface Backing {
    /** Nothing does. */
    Backing NONE = new Backing() {
        @Override
        public void changed(SessionKey key) {}

        @Override
        public boolean isKept(SessionKey key) {
            return false;
        }

        @Override
        public @Nullable SessionRecord fetch(SessionKey key) {
            return null;
        }

        @Override
        public void whenDurable(Runnable work) {
            work.run();
        }
    };

    /** Notes that a replica is not what it was. */
    void changed(SessionKey key);

    /** Whether the latest that was noted of a replica can be fetched, so that memory need not have it. */
    boolean isKept(SessionKey key);

    /** Null if there is none, or it can't be read. */
    @Nullable
    SessionRecord fetch(SessionKey key);

    /** Runs something on the loop when all that was noted before outlives a loss of power, if that is asked for. */
    void whenDurable(Runnable work);
}
