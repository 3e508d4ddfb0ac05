package org.ringlet.bench.routers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A router that sends a session's requests to the server whose route ends the session's id. */
interface Router {
    String name();

    /** Why it can't be measured here. */
    Optional<String> obstacle();

    /**
     * Writes its configuration.
     *
     * @param directory for its files, empty
     * @param servers where the requests go
     * @return the command that runs it in the foreground
     */
    List<String> prepare(Path directory, int port, List<RoutedServer> servers) throws IOException;
}
