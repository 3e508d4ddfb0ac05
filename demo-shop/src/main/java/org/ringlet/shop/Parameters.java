package org.ringlet.shop;

import jakarta.servlet.http.HttpServletRequest;
import java.util.OptionalInt;

/** Request parameters, checked. */
final class Parameters {
    private Parameters() {}

    /** Trimmed; empty if it isn't there. */
    static String text(HttpServletRequest request, String name) {
        String value = request.getParameter(name);
        return value == null ? "" : value.trim();
    }

    /** A whole number within the bounds; empty if it is something else. */
    static OptionalInt number(HttpServletRequest request, String name, int otherwise, int min, int max) {
        String value = text(request, name);
        if (value.isEmpty()) {
            return OptionalInt.of(otherwise);
        }
        try {
            int number = Integer.parseInt(value);
            return number < min || number > max ? OptionalInt.empty() : OptionalInt.of(number);
        } catch (NumberFormatException e) {
            return OptionalInt.empty();
        }
    }
}
