package org.ringlet.router;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufAllocator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test class if a buffer was lost in it. Netty notices when the garbage collector meets an unreleased buffer, and
 * says so in its log when the next one is allocated; so this provokes both.
 */
public final class NoLeaks implements BeforeAllCallback, AfterAllCallback {
    /** Held strongly, or the logging framework would forget the handler. */
    private static final Logger DETECTOR = Logger.getLogger("io.netty.util.ResourceLeakDetector");

    private static final int ALLOCATIONS = 200;

    private final List<String> leaks = new CopyOnWriteArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord message) {
            if (message.getLevel().intValue() >= Level.SEVERE.intValue()) {
                leaks.add(message.getMessage());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @Override
    public void beforeAll(ExtensionContext context) {
        DETECTOR.addHandler(handler);
    }

    @Override
    @SuppressWarnings("SystemGc") // this is what it is for
    public void afterAll(ExtensionContext context) {
        for (int round = 0; round < 2; round++) {
            System.gc();
            for (int i = 0; i < ALLOCATIONS; i++) {
                ByteBufAllocator.DEFAULT.directBuffer(16).release();
            }
        }
        DETECTOR.removeHandler(handler);
        assertThat(leaks).as("leaks").isEmpty();
    }
}
