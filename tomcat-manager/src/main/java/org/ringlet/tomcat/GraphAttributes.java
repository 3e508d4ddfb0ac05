package org.ringlet.tomcat;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.ringlet.session.Reserved;

/**
 * Attributes that are one entry together, so that objects which several of them share stay shared. The price: a change of
 * one stores all, of two concurrent changes the later one wins whole, and a class that is missing hides all.
 */
final class GraphAttributes extends AttributeView {
    /** The entry that holds a map of all attributes. */
    static final String NAME = Reserved.PREFIX + "graph";

    private final LiveRecord record;

    GraphAttributes(LiveRecord record) {
        this.record = record;
    }

    @Override
    @Nullable
    Object read(String name) {
        return graph().get(name);
    }

    @Override
    public synchronized @Nullable Object put(String name, Object value) {
        Map<String, Object> graph = graph();
        Object previous = graph.put(name, value);
        record.put(NAME, graph);
        return previous;
    }

    @Override
    synchronized @Nullable Object take(String name) {
        Map<String, Object> graph = graph();
        Object previous = graph.remove(name);
        record.put(NAME, graph);
        return previous;
    }

    @Override
    Set<String> names() {
        return new HashSet<>(graph().keySet());
    }

    @SuppressWarnings("unchecked")
    private Map<String, Object> graph() {
        return record.get(NAME) instanceof ConcurrentHashMap<?, ?> graph
                ? (Map<String, Object>) graph
                : new ConcurrentHashMap<>();
    }
}
