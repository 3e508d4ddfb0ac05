package org.ringlet.shop;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What there is to buy. */
final class Catalogue {
    static final List<Product> PRODUCTS = List.of(
            product("kettle", "Pour-over kettle", "A slow, steady stream. Brushed steel, one litre.", 6900),
            product("mug", "Morning mug", "Stoneware, thrown by hand, holds more than it looks.", 1850),
            product("lamp", "Desk lamp", "Leans where you lean. Warm light, no flicker.", 8400),
            product("chair", "Reading chair", "Bent beech and wool. Two chapters at least.", 32900),
            product("radio", "Kitchen radio", "One dial for the station, one for the mood.", 12900),
            product("clock", "Wall clock", "Keeps time and keeps quiet about it.", 4600),
            product("fig", "Fig in a pot", "Asks for little: light, and a word now and then.", 3850),
            product("notebook", "Field notebook", "Dotted pages that lie flat. Three to a set.", 1450));

    private Catalogue() {}

    static Optional<Product> find(String id) {
        return PRODUCTS.stream().filter(product -> product.id().equals(id)).findFirst();
    }

    /** An amount as people read it. */
    static String price(long cents) {
        return String.format(Locale.ROOT, "€%,d.%02d", cents / 100, cents % 100);
    }

    private static Product product(String id, String name, String about, int cents) {
        return new Product(id, name, about, cents, art(id));
    }

    private static Html art(String id) {
        try (InputStream in = Catalogue.class.getResourceAsStream("art/" + id + ".svg")) {
            if (in == null) {
                throw new IllegalStateException("the war lacks the picture art/" + id + ".svg");
            }
            return new Html(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
