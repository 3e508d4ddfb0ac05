package org.ringlet.cluster;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Where the start tags of an XML text and their attributes are. A parser tells only where a tag ends; this walks along
 * with it, tag by tag, over text that the parser has already found well-formed.
 */
final class StartTags {
    /** The place of a tag's {@code <} and those of its attributes' names. */
    record Tag(Position at, Map<String, Position> attributes) {
        Tag {
            attributes = Map.copyOf(attributes);
        }
    }

    private static final String DOCTYPE = "<!DOCTYPE";

    private final String text;
    private final int[] lineStarts;
    private int cursor;

    StartTags(String text) {
        this.text = text;
        this.lineStarts = lineStarts(text);
    }

    /** The next start tag; the parser has just reported it. */
    Tag next() {
        cursor = skipToTag(cursor);
        int start = cursor;
        skipName();
        Map<String, Position> attributes = new HashMap<>();
        while (!isTagEnd()) {
            int name = cursor;
            skipName();
            attributes.put(text.substring(name, cursor), position(name));
            skipValue();
        }
        return new Tag(position(start), attributes);
    }

    /** Where a DOCTYPE stands before the next tag. */
    Optional<Position> doctype() {
        int at = skipToTag(cursor);
        return text.startsWith(DOCTYPE, at) ? Optional.of(position(at)) : Optional.empty();
    }

    /** The text from the last {@code <} that is not behind a position, up to it. */
    String tagBefore(Position end) {
        int line = Math.min(Math.max(end.line(), 1), lineStarts.length);
        int offset = Math.min(lineStarts[line - 1] + Math.max(end.column(), 1) - 1, text.length());
        int start = text.lastIndexOf('<', Math.max(offset - 1, 0));
        return start < 0 ? "" : text.substring(start, Math.max(start, offset));
    }

    Position position(int offset) {
        int found = Arrays.binarySearch(lineStarts, offset);
        int line = found >= 0 ? found : -found - 2;
        return new Position(line + 1, offset - lineStarts[line] + 1);
    }

    private int skipToTag(int from) {
        int at = text.indexOf('<', from);
        while (at >= 0) {
            if (text.startsWith("<!--", at)) {
                at = next('<', after("-->", at + 4));
            } else if (text.startsWith("<![CDATA[", at)) {
                at = next('<', after("]]>", at));
            } else if (text.startsWith("<?", at)) {
                at = next('<', after("?>", at));
            } else if (text.startsWith("</", at)) {
                at = next('<', after(">", at));
            } else {
                return at;
            }
        }
        return text.length();
    }

    private int next(char c, int from) {
        return text.indexOf(c, from);
    }

    private int after(String end, int from) {
        int at = text.indexOf(end, from);
        return at < 0 ? text.length() : at + end.length();
    }

    private void skipName() {
        while (cursor < text.length() && " \t\r\n=/>".indexOf(text.charAt(cursor)) < 0) {
            cursor++;
        }
    }

    /** Skips white space; true if nothing of the tag is left but its end. */
    private boolean isTagEnd() {
        while (cursor < text.length() && " \t\r\n".indexOf(text.charAt(cursor)) >= 0) {
            cursor++;
        }
        return cursor >= text.length() || text.charAt(cursor) == '>' || text.charAt(cursor) == '/';
    }

    private void skipValue() {
        while (cursor < text.length() && text.charAt(cursor) != '"' && text.charAt(cursor) != '\'') {
            cursor++;
        }
        if (cursor < text.length()) {
            cursor = after(text.substring(cursor, cursor + 1), cursor + 1);
        }
    }

    private static int[] lineStarts(String text) {
        int[] starts = new int[text.length() + 1];
        int lines = 1;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isFirstOfTwo = c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n';
            if (c == '\n' || (c == '\r' && !isFirstOfTwo)) {
                starts[lines++] = i + 1;
            }
        }
        return Arrays.copyOf(starts, lines);
    }
}
