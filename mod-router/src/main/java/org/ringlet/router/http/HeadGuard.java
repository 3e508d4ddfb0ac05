package org.ringlet.router.http;

import io.netty.buffer.ByteBuf;
import java.util.Optional;

/**
 * Looks at the raw lines of request heads, since Netty's decoder hides some of what it forgives: blanks in the request
 * line, the case of the version, and folded header lines.
 *
 * <p>It reads whole lines ahead of the decoder and stops at the end of the head. A line ends in CR LF and nowhere else,
 * for it and for the decoder, so the two can't disagree about where that end is. State survives any split of the input.
 */
final class HeadGuard {
    private static final byte CR = '\r';
    private static final byte LF = '\n';

    private Part part = Part.BLANK_LINE;
    /** How many bytes from the reader index on were looked at. Always whole lines. */
    private int ahead;

    private enum Part {
        /** One blank line before a request is forgiven, as RFC 9112 2.2 asks for. */
        BLANK_LINE,
        REQUEST_LINE,
        HEADER_LINES,
        /** The end of the message is the decoder's to find. */
        BODY
    }

    /** Looks at the whole lines that came in, as far as they belong to a head. */
    Optional<Refusal> inspect(ByteBuf in) {
        if (part == Part.BLANK_LINE && beginsWithBareCr(in)) {
            return Refusal.because("The request begins with a CR without LF.");
        }
        while (part != Part.BODY) { // goes round for each line
            int start = in.readerIndex() + ahead;
            int end = in.indexOf(start, in.writerIndex(), LF);
            if (end < 0) {
                return Optional.empty();
            }
            Optional<Refusal> refusal = inspectLine(in, start, end);
            if (refusal.isPresent()) {
                return refusal;
            }
            ahead += end + 1 - start;
        }
        return Optional.empty();
    }

    /** Whether the first byte is one half of a blank line: the decoder would take it alone. */
    boolean mustWait(ByteBuf in) {
        return part == Part.BLANK_LINE && in.readableBytes() == 1 && in.getByte(in.readerIndex()) == CR;
    }

    /** The decoder took so many bytes. */
    void consumed(int bytes) {
        ahead = Math.max(0, ahead - bytes);
    }

    /** The decoder found the end of a message. */
    void messageEnded() {
        part = Part.BLANK_LINE;
        ahead = 0;
    }

    private static boolean beginsWithBareCr(ByteBuf in) {
        int start = in.readerIndex();
        return in.readableBytes() > 1 && in.getByte(start) == CR && in.getByte(start + 1) != LF;
    }

    private Optional<Refusal> inspectLine(ByteBuf in, int start, int lf) {
        if (lf == start || in.getByte(lf - 1) != CR) {
            return Refusal.because("A line of the header does not end in CR LF.");
        }
        boolean isBlank = lf - 1 == start;
        switch (part) {
            case BLANK_LINE -> {
                part = isBlank ? Part.REQUEST_LINE : Part.HEADER_LINES;
                return isBlank ? Optional.empty() : RequestLine.inspect(in, start, lf - 1);
            }
            case REQUEST_LINE -> {
                part = Part.HEADER_LINES;
                return RequestLine.inspect(in, start, lf - 1);
            }
            case HEADER_LINES -> {
                part = isBlank ? Part.BODY : Part.HEADER_LINES;
                return inspectHeaderLine(in.getByte(start));
            }
            case BODY -> throw new AssertionError("a body has no lines");
        }
        throw new AssertionError(part);
    }

    private static Optional<Refusal> inspectHeaderLine(byte first) {
        return first == ' ' || first == '\t'
                ? Refusal.because("A header line begins with a blank: folded lines are not taken.")
                : Optional.empty();
    }
}
