package org.ringlet.bench.app;

import java.io.Serializable;

/** The attribute that changes: each write puts a new one into the session. As plain as applications' classes are. */
public final class Counter implements Serializable {
    private final int value;
    private final byte[] padding;

    private Counter(int value, byte[] padding) {
        this.value = value;
        this.padding = padding;
    }

    /** One that is {@code size} bytes large, other ones for each value. */
    public static Counter of(int value, int size) {
        byte[] padding = new byte[size];
        int state = value;
        for (int i = 0; i < size; i++) {
            state = state * 1_103_515_245 + 12_345;
            padding[i] = (byte) (state >> 16);
        }
        return new Counter(value, padding);
    }

    public int value() {
        return value;
    }

    public Counter next() {
        return of(value + 1, padding.length);
    }
}
