package org.ringlet.architecture.broken.manager;

import org.ringlet.store.file.FileStoreProvider;

/** Breaks the rules that the Manager knows no store, and that nobody prints. */
final class ManagerThing {
    FileStoreProvider store;

    void print() {
        System.out.println(store != null);
    }
}
