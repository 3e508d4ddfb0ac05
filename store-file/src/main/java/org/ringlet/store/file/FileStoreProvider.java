package org.ringlet.store.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.ringlet.store.ConfigurationException;
import org.ringlet.store.SessionStore;
import org.ringlet.store.SessionStoreProvider;
import org.ringlet.store.StoreSettings;
import org.ringlet.store.StoreUnavailableException;

/**
 * The store {@code file}: one file a session in a directory.
 *
 * <p>Its options: {@code directory}, {@code sessions} under the base if this srun is alone and needed if it is not; and
 * {@code fsync}, whether each save waits for the disk.
 */
public final class FileStoreProvider implements SessionStoreProvider {
    /** Directories of Tomcat's that clients may get a file into. */
    private static final List<String> WEB_WRITABLE = List.of("webapps", "work", "temp");

    @Override
    public String name() {
        return "file";
    }

    @Override
    public Set<String> options() {
        return Set.of("directory", "fsync");
    }

    @Override
    public SessionStore open(StoreSettings settings) {
        Path path = directory(settings);
        boolean fsync = fsync(settings);
        try {
            SessionDirectory directory = SessionDirectory.open(path, settings.timeout());
            return new FileStore(directory, settings, fsync);
        } catch (IOException e) {
            throw new StoreUnavailableException("session directory " + path + " can't be opened: " + e, e);
        }
    }

    private static Path directory(StoreSettings settings) {
        int sruns = settings.cluster().sruns().size();
        if (settings.option("directory").isEmpty() && sruns > 1) {
            throw new ConfigurationException("file.directory is not set: cluster "
                    + settings.cluster().name() + " has " + sruns + " sruns, which must share a directory");
        }
        Path base = settings.base().toAbsolutePath().normalize();
        Path directory =
                base.resolve(settings.option("directory").orElse("sessions")).normalize();
        requireOutOfReachOfClients(base, directory);
        return directory;
    }

    /** A file that a client could place among the sessions would still lack a seal; it shall not get so far. */
    private static void requireOutOfReachOfClients(Path base, Path directory) {
        for (String name : WEB_WRITABLE) {
            if (directory.startsWith(base.resolve(name))) {
                throw new ConfigurationException("file.directory " + directory + " is under " + base.resolve(name)
                        + ", where clients may get files into; name a directory elsewhere");
            }
        }
        for (Path parent = directory; parent != null; parent = parent.getParent()) {
            if (Files.isDirectory(parent.resolve("WEB-INF"))) {
                throw new ConfigurationException("file.directory " + directory + " is in the web application " + parent
                        + "; name a directory elsewhere");
            }
        }
    }

    private static boolean fsync(StoreSettings settings) {
        String fsync = settings.option("fsync").orElse("false");
        return switch (fsync) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new ConfigurationException("file.fsync is '" + fsync + "'; it must be true or false");
        };
    }
}
