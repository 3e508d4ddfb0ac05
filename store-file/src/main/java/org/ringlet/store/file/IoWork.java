package org.ringlet.store.file;

import java.io.IOException;

/** Something to be done that may fail as input and output do. */
interface IoWork<T> {
    T run() throws IOException;
}
