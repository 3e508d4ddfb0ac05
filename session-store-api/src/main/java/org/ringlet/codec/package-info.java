/**
 * How attributes become bytes and come back: each in a frame of its own, by Kryo or Java serialisation, never silently
 * different from what Java serialisation would give, and only of classes that are allowed.
 */
@NullMarked
package org.ringlet.codec;

import org.jspecify.annotations.NullMarked;
