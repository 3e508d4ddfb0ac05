package org.ringlet.tomcat;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.ringlet.store.FaultyStore;
import org.ringlet.store.InMemoryStore;
import org.ringlet.store.SessionStore;
import org.ringlet.store.SessionStoreProvider;
import org.ringlet.store.StoreSettings;

/** Stores in memory that several embedded Tomcats of one test share by a name. */
public final class MemoryStoreProvider implements SessionStoreProvider {
    private static final Map<String, Shared> STORES = new ConcurrentHashMap<>();

    /** The store that holds the sessions, and the doors to it, one for each srun, that can be told to fail. */
    record Shared(InMemoryStore behind, Map<Integer, FaultyStore> doors) {
        FaultyStore door(int srun) {
            return doors.computeIfAbsent(srun, index -> new FaultyStore(behind.another()));
        }
    }

    static Shared shared(String name) {
        return STORES.computeIfAbsent(name, absent -> new Shared(new InMemoryStore(), new ConcurrentHashMap<>()));
    }

    static void forget(String name) {
        STORES.remove(name);
    }

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public Set<String> options() {
        return Set.of("name");
    }

    @Override
    public SessionStore open(StoreSettings settings) {
        return shared(settings.option("name").orElseThrow()).door(settings.srun());
    }
}
