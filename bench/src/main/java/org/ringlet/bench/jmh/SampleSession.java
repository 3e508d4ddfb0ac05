package org.ringlet.bench.jmh;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.ringlet.bench.app.Counter;

/** The attributes of sessions that the codecs are measured with. */
public enum SampleSession {
    /** Ten attributes of 200 bytes: nine texts and a counter. */
    TEXTS {
        @Override
        Map<String, Object> attributes() {
            Map<String, Object> attributes = IntStream.range(0, 9)
                    .boxed()
                    .collect(Collectors.toMap(i -> "text" + i, SampleSession::text, (a, b) -> a, LinkedHashMap::new));
            attributes.put("counter", Counter.of(1, 200));
            return attributes;
        }
    },
    /** One attribute: a cart of 20 items. */
    CART {
        @Override
        Map<String, Object> attributes() {
            List<CartItem> items =
                    LongStream.range(0, 20).mapToObj(CartItem::new).collect(Collectors.toCollection(ArrayList::new));
            return Map.of("cart", items);
        }
    };

    abstract Map<String, Object> attributes();

    private static String text(int number) {
        return ("text " + number * 7919 + " ").repeat(30).substring(0, 200);
    }
}
