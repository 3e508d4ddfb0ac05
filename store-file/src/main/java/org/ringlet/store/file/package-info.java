/** Keeps each session in one file of a directory that several sruns share. */
@NullMarked
package org.ringlet.store.file;

import org.jspecify.annotations.NullMarked;
