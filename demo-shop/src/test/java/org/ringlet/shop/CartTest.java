package org.ringlet.shop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CartTest {
    private static final Product MUG = Catalogue.find("mug").orElseThrow();
    private static final Product FIG = Catalogue.find("fig").orElseThrow();

    private final Cart cart = new Cart();

    @Test
    void addsUpTheSameProductInOneLine() {
        cart.add(MUG, 1);
        cart.add(FIG, 1);
        cart.add(MUG, 2);

        assertThat(cart.positions()).containsExactly(new Cart.Position(MUG, 3), new Cart.Position(FIG, 1));
        assertThat(cart.items()).isEqualTo(4);
        assertThat(cart.cents()).isEqualTo(3 * 1850 + 3850);
    }

    @Test
    void holdsNoMoreThanItsMaximumOfOneProduct() {
        cart.add(MUG, 90);
        cart.add(MUG, 90);

        assertThat(cart.items()).isEqualTo(Cart.MAX_QUANTITY);
    }

    @Test
    void takesAProductOutAtQuantityZero() {
        cart.add(MUG, 1);
        cart.add(FIG, 1);
        cart.setQuantity(MUG, 0);

        assertThat(cart.positions()).containsExactly(new Cart.Position(FIG, 1));
    }

    @Test
    void doesNotAddWhatOnlyChangesItsQuantity() {
        cart.setQuantity(MUG, 3);

        assertThat(cart.items()).isZero();
    }
}
