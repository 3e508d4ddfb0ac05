package org.ringlet.codec;

import java.io.IOException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * The parts of one Kryo frame that are in Java's own form. Each such part is a stream of its own, so an object that is
 * reachable both from inside and from outside of it would come back as two; that is found out and refused.
 */
final class JavaParts {
    private final JavaForm java;
    private final Set<Object> inside = Collections.newSetFromMap(new IdentityHashMap<>());

    JavaParts(JavaForm java) {
        this.java = java;
    }

    byte[] write(Graph graph, Object root) {
        try {
            return java.write(root, object -> {
                if (object != root && !Immutables.isValue(object)) {
                    if (graph.hasWritten(object) || !inside.add(object)) {
                        throw shared(object);
                    }
                }
            });
        } catch (IOException e) {
            throw new UnstorableAttributeException(
                    "an object of " + root.getClass() + " within it can't be serialised: " + e, e);
        }
    }

    void checkOutside(Object object) {
        if (inside.contains(object)) {
            throw shared(object);
        }
    }

    private static UnstorableAttributeException shared(Object object) {
        return new UnstorableAttributeException("an object of " + object.getClass()
                + " is shared with one that defines its own serialisation; it can be stored only if all of the"
                + " attribute is Serializable");
    }
}
