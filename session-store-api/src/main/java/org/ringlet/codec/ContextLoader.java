package org.ringlet.codec;

import java.util.concurrent.Callable;

/**
 * The application's class loader as that of the thread, while its code runs: background threads have another, and
 * libraries look there.
 */
final class ContextLoader {
    private ContextLoader() {}

    static <T> T during(ClassLoader loader, Callable<T> work) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        if (before == loader) {
            return work.call();
        }
        thread.setContextClassLoader(loader);
        try {
            return work.call();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
