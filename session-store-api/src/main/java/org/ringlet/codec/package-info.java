/**
 * How attributes become bytes and come back: each in a frame of its own, by Kryo or Java serialisation, never silently
 * different from what Java serialisation would give, and only of classes that are allowed.
 *
 * <p>What holds throughout:
 *
 * <ul>
 *   <li>A frame says how to read it: the serialiser, the version, and of each class that the JDK does not own the names
 *       of its fields.
 *   <li>Kryo writes what is no more than its fields. An object that defines its own serial form sends the whole value to
 *       Java serialisation, so that nothing shared is ever doubled ({@link org.ringlet.codec.KryoForm}).
 *   <li>A class is looked up by the application's loader, and only after the filter has passed its name.
 *   <li>No memory is taken for what a frame merely declares.
 *   <li>All that knows classes of the application hangs on one field of the codec, which {@code close} clears.
 * </ul>
 */
@NullMarked
package org.ringlet.codec;

import org.jspecify.annotations.NullMarked;
