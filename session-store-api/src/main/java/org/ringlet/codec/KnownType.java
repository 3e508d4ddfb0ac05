package org.ringlet.codec;

/** A class of the JDK, how its objects are written, and the number that names it in a frame. */
record KnownType(int number, Class<?> type, GraphSerializer<?> serializer) {}
