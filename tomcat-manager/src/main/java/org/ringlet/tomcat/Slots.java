package org.ringlet.tomcat;

import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The slots of a session by name: an array in the order of the names' hashes, which for a dozen entries takes a fraction
 * of the memory of a hash table. Not thread-safe.
 */
final class Slots implements Iterable<Slot> {
    private static final Slot[] NONE = {};

    private Slot[] slots = NONE;

    @Nullable
    Slot get(String name) {
        for (int i = firstOf(name.hashCode()); i < slots.length && sameHash(i, name); i++) {
            if (slots[i].name.equals(name)) {
                return slots[i];
            }
        }
        return null;
    }

    Slot getOrAdd(String name) {
        Slot present = get(name);
        return present != null ? present : add(new Slot(name));
    }

    /** Adds a slot whose name is not there yet. */
    Slot add(Slot slot) {
        int at = firstOf(slot.name.hashCode());
        Slot[] larger = new Slot[slots.length + 1];
        System.arraycopy(slots, 0, larger, 0, at);
        larger[at] = slot;
        System.arraycopy(slots, at, larger, at + 1, slots.length - at);
        slots = larger;
        return slot;
    }

    void removeIf(Predicate<Slot> isOver) {
        slots = Arrays.stream(slots).filter(isOver.negate()).toArray(Slot[]::new);
    }

    @Override
    public Iterator<Slot> iterator() {
        Slot[] snapshot = slots;
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < snapshot.length;
            }

            @Override
            public Slot next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return snapshot[next++];
            }
        };
    }

    private boolean sameHash(int i, String name) {
        return slots[i].name.hashCode() == name.hashCode();
    }

    /** The first place whose name's hash is not less than this one. */
    private int firstOf(int hash) {
        int low = 0;
        int high = slots.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (slots[middle].name.hashCode() < hash) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
