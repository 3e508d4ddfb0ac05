package org.ringlet.architecture.broken.store.one;

import org.apache.catalina.Context;
import org.ringlet.architecture.broken.store.two.StoreTwo;

/** Breaks the rules that stores know neither Tomcat nor each other. */
public final class StoreOne {
    Context context;

    StoreTwo other;
}
