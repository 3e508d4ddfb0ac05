package org.ringlet.router.log;

import java.io.IOException;
import java.io.Writer;
import java.lang.System.Logger.Level;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/** Formats and writes on a thread of its own, behind a bounded queue; flushes when the queue has run dry. */
final class QueuedAccessLog implements AccessLog {
    private static final System.Logger LOG = System.getLogger(QueuedAccessLog.class.getName());
    private static final int CAPACITY = 8192;
    private static final long CLOSE_SECONDS = 5;

    private final BlockingQueue<AccessEntry> queue = new ArrayBlockingQueue<>(CAPACITY);
    private final LongAdder dropped = new LongAdder();
    private final Writer writer;
    private final Thread thread = new Thread(this::run, "ringlet-access-log");
    private volatile boolean isClosing;

    private QueuedAccessLog(Writer writer) {
        this.writer = writer;
    }

    static QueuedAccessLog start(Writer writer) {
        QueuedAccessLog log = new QueuedAccessLog(writer);
        log.thread.setDaemon(true);
        log.thread.start();
        return log;
    }

    @Override
    public void note(Supplier<AccessEntry> entry) {
        if (queue.remainingCapacity() == 0 || !queue.offer(entry.get())) {
            dropped.increment();
        }
    }

    @Override
    public long dropped() {
        return dropped.sum();
    }

    @Override
    public void close() {
        isClosing = true;
        try {
            thread.join(TimeUnit.SECONDS.toMillis(CLOSE_SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try (writer) {
            StringBuilder line = new StringBuilder();
            while (!isClosing || !queue.isEmpty()) { // looks up now and then, to see whether it shall end
                AccessEntry entry = queue.poll(100, TimeUnit.MILLISECONDS);
                if (entry != null) {
                    line.setLength(0);
                    writer.append(AccessFormat.append(entry, line));
                }
                if (queue.isEmpty()) {
                    writer.flush();
                }
            }
        } catch (IOException e) {
            LOG.log(Level.ERROR, "router: the access log can't be written any more; requests go on without it", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
