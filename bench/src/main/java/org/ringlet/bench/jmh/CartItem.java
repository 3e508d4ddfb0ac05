package org.ringlet.bench.jmh;

import java.io.Serializable;
import java.math.BigDecimal;
import java.time.Instant;

/** A line of a shopping cart, written as applications write theirs. */
@SuppressWarnings("UnusedVariable") // the codecs read the fields
public final class CartItem implements Serializable {
    private final long id;
    private final String name;
    private final int quantity;
    private final BigDecimal price;
    private final Instant added;

    CartItem(long id) {
        this.id = id;
        this.name = "Article number " + id;
        this.quantity = (int) (id % 5) + 1;
        this.price = new BigDecimal("19.99").add(BigDecimal.valueOf(id));
        this.added = Instant.ofEpochSecond(1_700_000_000L + id, 123_456_789);
    }
}
