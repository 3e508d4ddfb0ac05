package org.ringlet.cli.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.util.logging.FileHandler;
import java.util.logging.Handler;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** The log of this JVM, of which the router's part is all. */
final class RouterLog {
    private RouterLog() {}

    /** Away from the terminal, where the demo tells its own story. */
    static void sendTo(Path file) throws IOException {
        Logger root = Logger.getLogger("");
        for (Handler handler : root.getHandlers()) {
            root.removeHandler(handler);
        }
        // a file pattern, in which % has a meaning
        var handler = new FileHandler(file.toString().replace("%", "%%"), true);
        handler.setFormatter(new SimpleFormatter());
        root.addHandler(handler);
    }
}
