package org.ringlet.tomcat;

import java.util.Locale;

/** Values as JSON has them. */
final class Json {
    private Json() {}

    static String string(String text) {
        StringBuilder json = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ' || c > '~') {
                json.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        return json.append('"').toString();
    }

    static String number(double number) {
        return Double.isFinite(number) ? String.format(Locale.ROOT, "%.3f", number) : "null";
    }
}
