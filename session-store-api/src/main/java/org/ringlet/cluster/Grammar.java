package org.ringlet.cluster;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.ringlet.seal.Seal;

/**
 * What an attribute may hold.
 *
 * @param allowed for people
 * @param read the value of a text; empty if the text is not allowed
 * @param refusal what is wrong with a text that is not allowed, without {@code allowed}
 */
record Grammar<T>(String allowed, Function<String, Optional<T>> read, Function<String, String> refusal) {
    static final Grammar<Integer> PORT = whole(1, 65535);

    static final Grammar<Boolean> FLAG = oneOf(List.of("true", "false")).map("true"::equals);

    /** Of an srun, a zone or a group: it goes into addresses, log lines and metrics as it is. */
    static final Grammar<String> NAME =
            matching("[A-Za-z0-9._-]{1,64}", "a name of 1 to 64 of the characters A-Z a-z 0-9 . _ -");

    static final Grammar<String> TEXT =
            of("any text but none", text -> Optional.of(text).filter(t -> !t.isBlank()));

    static final Grammar<Duration> DURATION = of(Durations.ALLOWED + ", and more than none", Grammar::duration);

    static final Grammar<String> HOST = of(
            "a host name, an IPv4 address or an IPv6 address, without a port",
            text -> Optional.of(text).filter(Grammar::isHost).map(Grammar::withoutBrackets));

    /** As in a servlet mapping. */
    static final Grammar<String> PATTERN =
            matching("/|/[^*]*[^*/]/?|(/[^*]*)?/\\*|\\*\\.[^*/.]+", "a pattern such as /cart, /images/* or *.png");

    static final Grammar<String> PATH = matching("/[^\\s#]*", "a path that begins with /");

    static final Grammar<String> SECRET =
            secret(Seal.MIN_SECRET_LENGTH, Seal.MIN_SECRET_LENGTH + " characters or more");

    static final Grammar<String> TOKEN = secret(1, "any text but none");

    private static final Pattern HOST_NAME = Pattern.compile(
            "(?=.{1,253}$)[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?(\\.[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?)*\\.?");
    private static final Pattern DIGITS_AND_DOTS = Pattern.compile("[0-9.]+");
    private static final Pattern IPV4 =
            Pattern.compile("((25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])\\.){3}(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])");

    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

    static Grammar<Integer> whole(int min, int max) {
        return of("a whole number from " + min + " to " + max, text -> Optional.of(text)
                .filter(t -> t.matches("[0-9]{1,9}"))
                .map(Integer::valueOf)
                .filter(number -> number >= min && number <= max));
    }

    static Grammar<String> oneOf(List<String> names) {
        return new Grammar<>(
                String.join(", ", names),
                text -> Optional.of(text).filter(names::contains),
                text -> "is '" + Shown.of(text) + "'" + NearestName.question(text, names));
    }

    <R> Grammar<R> map(Function<T, R> function) {
        return new Grammar<>(allowed, text -> read.apply(text).map(function), refusal);
    }

    private static <T> Grammar<T> of(String allowed, Function<String, Optional<T>> read) {
        return new Grammar<>(allowed, read, text -> "is '" + Shown.of(text) + "'");
    }

    private static Grammar<String> matching(String pattern, String allowed) {
        Pattern compiled = Pattern.compile(pattern);
        return of(allowed, text -> Optional.of(text)
                .filter(t -> compiled.matcher(t).matches()));
    }

    /** Refuses without showing anything. */
    private static Grammar<String> secret(int minLength, String allowed) {
        return new Grammar<>(
                allowed,
                text -> Optional.of(text).filter(t -> t.length() >= minLength),
                text -> "has " + text.length() + " characters");
    }

    private static Optional<Duration> duration(String text) {
        try {
            return Optional.of(Durations.parse(text)).filter(duration -> !duration.isZero());
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static boolean isHost(String text) {
        if (text.contains(":")) {
            return ipv6(withoutBrackets(text)).isPresent();
        }
        return DIGITS_AND_DOTS.matcher(text).matches()
                ? IPV4.matcher(text).matches()
                : HOST_NAME.matcher(text).matches();
    }

    /** One spelling for all spellings of a host. */
    static String canonicalHost(String host) {
        return ipv6(host).map(InetAddress::getHostAddress).orElse(host).toLowerCase(Locale.ROOT);
    }

    private static Optional<InetAddress> ipv6(String text) {
        // a zone names a network interface of one machine, and the file is for all
        String address = text.replaceFirst("%[A-Za-z0-9._-]+$", "");
        if (!IPV6.matcher(address).matches()) {
            return Optional.empty();
        }
        try {
            // a text with a colon is never looked up
            return Optional.of(InetAddress.getByName(address));
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    private static String withoutBrackets(String text) {
        return text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text;
    }
}
