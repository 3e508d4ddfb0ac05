package org.ringlet.bench.memory;

import java.util.Set;
import org.ringlet.store.SessionStore;
import org.ringlet.store.SessionStoreProvider;
import org.ringlet.store.StoreSettings;

/** Opens a {@link MemoryStore} for {@code store="bench-memory"}. */
public final class MemoryStoreProvider implements SessionStoreProvider {
    @Override
    public String name() {
        return "bench-memory";
    }

    @Override
    public Set<String> options() {
        return Set.of();
    }

    @Override
    public SessionStore open(StoreSettings settings) {
        return new MemoryStore(settings.tombstoneLife(), System::nanoTime);
    }
}
