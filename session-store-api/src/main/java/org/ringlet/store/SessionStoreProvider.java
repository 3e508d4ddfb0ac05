package org.ringlet.store;

import java.util.Set;

/** How a kind of store is found by its name, with {@link java.util.ServiceLoader}, and opened. */
public interface SessionStoreProvider {
    /** What the Manager's {@code store} attribute says. */
    String name();

    /** The names of the store's options, without the store's name and dot; any other is refused. */
    Set<String> options();

    /**
     * Opens the store for one application of one srun.
     *
     * @throws ConfigurationException if a setting is missing or wrong
     */
    SessionStore open(StoreSettings settings);
}
