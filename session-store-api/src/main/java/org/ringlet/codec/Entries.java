package org.ringlet.codec;

import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Immutable maps and entries as the run of their keys and values. */
final class Entries {
    private Entries() {}

    static @Nullable Object[] flatten(Map<?, ?> map) {
        return map.entrySet().stream()
                .flatMap(entry -> Arrays.stream(parts(entry)))
                .toArray();
    }

    static @Nullable Object[] parts(Map.Entry<?, ?> entry) {
        return new Object[] {entry.getKey(), entry.getValue()};
    }

    static Map<?, ?> immutableMap(@Nullable Object[] parts) {
        Map.Entry<?, ?>[] entries = new Map.Entry<?, ?>[parts.length / 2];
        for (int i = 0; i < entries.length; i++) {
            entries[i] = Map.entry(parts[2 * i], parts[2 * i + 1]);
        }
        return Map.ofEntries(entries);
    }
}
