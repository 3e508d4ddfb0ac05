package org.ringlet.router.log;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Supplier;

/** Where requests are noted at their end. Never blocks its caller: what can't be written in time is dropped and counted. */
public interface AccessLog extends AutoCloseable {
    /**
     * @param entry made only if it will be written
     */
    void note(Supplier<AccessEntry> entry);

    /** How many entries were dropped because the writer did not keep up. */
    long dropped();

    /** Writes what is waiting, then closes what it opened. */
    @Override
    void close();

    static AccessLog off() {
        return new NoAccessLog();
    }

    /** Appends to a file, which is made if it is not there. */
    static AccessLog to(Path file) {
        try {
            return QueuedAccessLog.start(
                    Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
        } catch (IOException e) {
            throw new UncheckedIOException("the access log " + file + " can't be opened", e);
        }
    }

    /** Leaves the stream open at the end. */
    static AccessLog to(PrintStream stream) {
        return QueuedAccessLog.start(new Writer() {
            @Override
            public void write(char[] text, int offset, int length) {
                stream.append(new String(text, offset, length));
            }

            @Override
            public void flush() {
                stream.flush();
            }

            @Override
            public void close() {
                stream.flush();
            }
        });
    }
}
