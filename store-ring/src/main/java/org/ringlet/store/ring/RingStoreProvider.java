package org.ringlet.store.ring;

import java.util.Set;
import org.ringlet.store.SessionStore;
import org.ringlet.store.SessionStoreProvider;
import org.ringlet.store.StoreSettings;

/** The store {@code ring}: all it needs is in the cluster file. */
public final class RingStoreProvider implements SessionStoreProvider {
    @Override
    public String name() {
        return "ring";
    }

    @Override
    public Set<String> options() {
        return Set.of();
    }

    @Override
    public SessionStore open(StoreSettings settings) {
        return Rings.open(settings);
    }
}
