package org.ringlet.shop;

import java.util.List;
import java.util.stream.Collectors;

/** Markup that is safe to send: whatever was put into it by {@link #of} has been escaped, unless it was markup itself. */
record Html(String markup) {
    static final Html NONE = new Html("");

    /** The template, with each {@code {}} replaced by the next value; there are as many of the one as of the other. */
    static Html of(String template, Object... values) {
        var markup = new StringBuilder(template.length() + 64);
        int from = 0;
        for (Object value : values) {
            int at = template.indexOf("{}", from);
            if (at < 0) {
                throw new IllegalArgumentException(values.length + " values are too many for: " + template);
            }
            markup.append(template, from, at)
                    .append(value instanceof Html html ? html.markup : escape(String.valueOf(value)));
            from = at + 2;
        }
        if (template.indexOf("{}", from) >= 0) {
            throw new IllegalArgumentException(values.length + " values are too few for: " + template);
        }
        return new Html(markup.append(template, from, template.length()).toString());
    }

    static Html all(List<Html> parts) {
        return new Html(parts.stream().map(Html::markup).collect(Collectors.joining()));
    }

    /** Fit for text and for quoted attribute values. */
    private static String escape(String text) {
        var escaped = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.append(c);
            }
        }
        return escaped.toString();
    }
}
