package org.ringlet.tomcat;

import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ringlet.session.Reserved;

/** Attributes that are entries of their own: each is stored, merged and decoded apart from the others. */
final class FramedAttributes extends AttributeView {
    private static final String ESCAPE = "\u0002";

    private final LiveRecord record;

    FramedAttributes(LiveRecord record) {
        this.record = record;
    }

    @Override
    @Nullable
    Object read(String name) {
        return record.get(entryName(name));
    }

    @Override
    public @Nullable Object put(String name, Object value) {
        return record.put(entryName(name), value);
    }

    @Override
    @Nullable
    Object take(String name) {
        return record.remove(entryName(name));
    }

    @Override
    Set<String> names() {
        return record.attributeNames().stream()
                .map(FramedAttributes::attributeName)
                .collect(Collectors.toSet());
    }

    /** An attribute whose name could be taken for a reserved one is kept under another. */
    private static String entryName(String name) {
        return Reserved.is(name) || name.startsWith(ESCAPE) ? ESCAPE + name : name;
    }

    private static String attributeName(String name) {
        return name.startsWith(ESCAPE) ? name.substring(ESCAPE.length()) : name;
    }
}
