package org.ringlet.architecture.broken.api;

import org.apache.catalina.Context;

/** Breaks the rule that the API knows nobody. */
final class Api {
    Context context;
}
