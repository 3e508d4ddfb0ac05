/**
 * Keeps each session in one file of a directory that several sruns share.
 *
 * <p>Invariants: whoever writes a session file holds the lock of its stripe, first within the JVM and then across
 * processes. A file is created, grown and ended by a rename, and updated by writing the slot that is not in use and then
 * the state that says which is; so a writer that is killed leaves the old record or the new one. A reader takes no lock,
 * and if what it finds can't be right, looks again with the lock in hand. All ages are differences of two time stamps
 * that the file system made.
 */
@NullMarked
package org.ringlet.store.file;

import org.jspecify.annotations.NullMarked;
