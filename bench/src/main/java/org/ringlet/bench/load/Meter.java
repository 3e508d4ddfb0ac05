package org.ringlet.bench.load;

/** What a server has used since it began. Read while no request is under way. */
@FunctionalInterface
public interface Meter {
    Usage read();
}
