package org.ringlet.router.log;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * The combined format of Apache httpd, then the duration in milliseconds, the srun, the attempts and the end. What came
 * from outside is escaped, and of a session id in the target only the beginning is shown.
 */
final class AccessFormat {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT).withZone(ZoneId.systemDefault());
    private static final String PARAMETER = ";jsessionid=";
    private static final int SHOWN = 8;

    private AccessFormat() {}

    static StringBuilder append(AccessEntry entry, StringBuilder to) {
        to.append(entry.client()).append(" - - [");
        TIME.formatTo(entry.start(), to);
        to.append("] \"");
        escape(entry.method() + ' ' + masked(entry.target()) + ' ' + entry.version(), to);
        to.append("\" ")
                .append(entry.status())
                .append(' ')
                .append(entry.bytes())
                .append(" \"");
        escape(masked(entry.referer()), to);
        to.append("\" \"");
        escape(entry.userAgent(), to);
        to.append("\" ")
                .append(entry.duration().toMillis())
                .append("ms ")
                .append(entry.srun())
                .append(' ')
                .append(entry.attempts())
                .append(' ')
                .append(entry.end());
        return to.append('\n');
    }

    private static String masked(String target) {
        int start = target.indexOf(PARAMETER);
        if (start < 0) {
            return target;
        }
        int end = start + PARAMETER.length();
        while (end < target.length() && ";/?#".indexOf(target.charAt(end)) < 0) {
            end++;
        }
        int shown = Math.min(end, start + PARAMETER.length() + SHOWN);
        return target.substring(0, shown) + "…" + masked(target.substring(end));
    }

    private static void escape(String text, StringBuilder to) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c == 0x7f) {
                to.append(String.format("\\x%02x", (int) c));
            } else if (c == '"' || c == '\\') {
                to.append('\\').append(c);
            } else {
                to.append(c);
            }
        }
    }
}
