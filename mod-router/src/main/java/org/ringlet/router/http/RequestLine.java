package org.ringlet.router.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.Optional;

/** Checks a raw request line: {@code METHOD SP target SP HTTP/1.0|1.1}, with single blanks and visible ASCII only. */
final class RequestLine {
    private static final byte SP = ' ';
    private static final byte[] HTTP_1 = "HTTP/1.".getBytes(US_ASCII);
    private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

    private RequestLine() {}

    static Optional<Refusal> inspect(ByteBuf in, int start, int end) {
        int method = in.indexOf(start, end, SP);
        if (method <= start) {
            return Refusal.because("The request line has no method.");
        }
        int target = in.indexOf(method + 1, end, SP);
        if (target <= method + 1) {
            return Refusal.because("The request line is not a method, a target and a version, with one blank between.");
        }
        if (!isTarget(in, method + 1, target)) {
            return Refusal.because("The request target has a character that must be encoded.");
        }
        Optional<Refusal> version = inspectVersion(in, target + 1, end);
        return version.isPresent() ? version : inspectMethod(in, start, method);
    }

    private static Optional<Refusal> inspectMethod(ByteBuf in, int start, int end) {
        boolean hasLowerCase = false;
        for (int i = start; i < end; i++) {
            byte c = in.getByte(i);
            if (!isTokenCharacter(c)) {
                return Refusal.because("The method is not a token.");
            }
            hasLowerCase |= c >= 'a' && c <= 'z';
        }
        return hasLowerCase
                ? Optional.of(new Refusal(HttpResponseStatus.NOT_IMPLEMENTED, "Methods are upper case."))
                : Optional.empty();
    }

    private static boolean isTokenCharacter(byte c) {
        return (c >= 'A' && c <= 'Z')
                || (c >= 'a' && c <= 'z')
                || (c >= '0' && c <= '9')
                || TOKEN_MARKS.indexOf(c) >= 0;
    }

    /** Without {@code #}, which would begin a fragment, and without the backslash, which some read as a slash. */
    private static boolean isTarget(ByteBuf in, int start, int end) {
        return in.forEachByte(start, end - start, c -> c > SP && c < 0x7f && c != '\\' && c != '#') < 0;
    }

    private static Optional<Refusal> inspectVersion(ByteBuf in, int start, int end) {
        if (!isHttp(in, start, end)) {
            return Refusal.because("The request line does not end in an HTTP version.");
        }
        boolean isHttp1 = startsWithHttp1(in, start) && (in.getByte(end - 1) == '0' || in.getByte(end - 1) == '1');
        return isHttp1
                ? Optional.empty()
                : Optional.of(new Refusal(
                        HttpResponseStatus.HTTP_VERSION_NOT_SUPPORTED, "The router speaks HTTP/1.1 and HTTP/1.0."));
    }

    /** {@code HTTP/d.d} of any digits. */
    private static boolean isHttp(ByteBuf in, int start, int end) {
        if (end - start != HTTP_1.length + 1) {
            return false;
        }
        for (int i = 0; i < "HTTP/".length(); i++) {
            if (in.getByte(start + i) != HTTP_1[i]) {
                return false;
            }
        }
        return isDigit(in.getByte(start + 5)) && in.getByte(start + 6) == '.' && isDigit(in.getByte(start + 7));
    }

    private static boolean startsWithHttp1(ByteBuf in, int start) {
        return in.getByte(start + 5) == '1';
    }

    private static boolean isDigit(byte c) {
        return c >= '0' && c <= '9';
    }
}
