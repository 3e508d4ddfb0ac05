package org.ringlet.architecture.broken.router;

import org.ringlet.store.file.FileStoreProvider;

/** Breaks the rule that the router knows no store. */
final class RouterThing {
    FileStoreProvider store;
}
