package org.ringlet.store.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.ringlet.store.ConfigurationException;

/** What is created is for its owner only, from the moment that it exists. */
final class Permissions {
    private static final FileAttribute<?>[] NONE = {};

    private final FileAttribute<?>[] ofFiles;
    private final FileAttribute<?>[] ofDirectories;

    private Permissions(boolean posix) {
        this.ofFiles = posix ? only("rw-------") : NONE;
        this.ofDirectories = posix ? only("rwx------") : NONE;
    }

    /** Those that the file system of an existing path can keep. */
    static Permissions at(Path existing) throws IOException {
        return new Permissions(Files.getFileStore(existing).supportsFileAttributeView("posix"));
    }

    FileAttribute<?>[] ofFiles() {
        return ofFiles;
    }

    FileAttribute<?>[] ofDirectories() {
        return ofDirectories;
    }

    /** Refuses a directory in which others could exchange what is ours. */
    void requireNotWritableByOthers(Path directory) throws IOException {
        if (ofDirectories.length == 0) {
            return;
        }
        Set<PosixFilePermission> found = Files.getPosixFilePermissions(directory, LinkOption.NOFOLLOW_LINKS);
        if (found.contains(PosixFilePermission.GROUP_WRITE) || found.contains(PosixFilePermission.OTHERS_WRITE)) {
            throw new ConfigurationException("file.directory " + directory + " can be written to by others ("
                    + PosixFilePermissions.toString(found)
                    + "); take that right away (chmod go-w) or name a subdirectory, which is created private");
        }
    }

    private static FileAttribute<?>[] only(String permissions) {
        return new FileAttribute<?>[] {
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        };
    }
}
