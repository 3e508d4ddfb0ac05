package org.ringlet.router.log;

import java.util.function.Supplier;

/** Notes nothing. */
final class NoAccessLog implements AccessLog {
    @Override
    public void note(Supplier<AccessEntry> entry) {}

    @Override
    public long dropped() {
        return 0;
    }

    @Override
    public void close() {}
}
