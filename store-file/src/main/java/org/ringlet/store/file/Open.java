package org.ringlet.store.file;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.util.Set;

/** The ways in which files are opened; a link is never followed. */
final class Open {
    static final Set<OpenOption> TO_READ = Set.of(READ, LinkOption.NOFOLLOW_LINKS);
    static final Set<OpenOption> READ_AND_WRITE = Set.of(READ, WRITE, LinkOption.NOFOLLOW_LINKS);
    static final Set<OpenOption> NEW = Set.of(CREATE_NEW, WRITE, LinkOption.NOFOLLOW_LINKS);
    static final Set<OpenOption> WRITE_OR_CREATE = Set.of(CREATE, WRITE, LinkOption.NOFOLLOW_LINKS);
    static final Set<OpenOption> READ_WRITE_OR_CREATE = Set.of(CREATE, READ, WRITE, LinkOption.NOFOLLOW_LINKS);

    private Open() {}
}
