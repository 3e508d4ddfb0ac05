package org.ringlet.shop;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** What a visitor means to buy. It lives in the session and is changed in place, as carts in real shops are. */
final class Cart implements Serializable {
    static final int MAX_QUANTITY = 99;

    private static final long serialVersionUID = 1;

    private final ArrayList<Line> lines = new ArrayList<>();

    synchronized void add(Product product, int quantity) {
        for (Line line : lines) {
            if (line.productId.equals(product.id())) {
                line.quantity = Math.min(MAX_QUANTITY, line.quantity + quantity);
                return;
            }
        }
        lines.add(new Line(product.id(), Math.min(MAX_QUANTITY, quantity)));
    }

    /** Takes the product out if the quantity is 0. */
    synchronized void setQuantity(Product product, int quantity) {
        lines.removeIf(line -> quantity == 0 && line.productId.equals(product.id()));
        for (Line line : lines) {
            if (line.productId.equals(product.id())) {
                line.quantity = quantity;
            }
        }
    }

    synchronized void clear() {
        lines.clear();
    }

    synchronized int items() {
        return lines.stream().mapToInt(line -> line.quantity).sum();
    }

    synchronized List<Position> positions() {
        var positions = new ArrayList<Position>();
        for (Line line : lines) {
            Catalogue.find(line.productId).ifPresent(product -> positions.add(new Position(product, line.quantity)));
        }
        return positions;
    }

    long cents() {
        return positions().stream().mapToLong(Position::cents).sum();
    }

    /** One kind of thing in the cart, as it is now. */
    record Position(Product product, int quantity) {
        long cents() {
            return (long) product.cents() * quantity;
        }
    }

    private static final class Line implements Serializable {
        private static final long serialVersionUID = 1;

        private final String productId;
        private int quantity;

        private Line(String productId, int quantity) {
            this.productId = productId;
            this.quantity = quantity;
        }
    }
}
