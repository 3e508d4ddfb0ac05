package org.ringlet.router.routing;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.ringlet.session.SessionId;

/**
 * Finds the session ids in a request as Tomcat does: the values of every cookie of that exact name, in the order of the
 * header lines, then the last {@code jsessionid} among the path parameters.
 */
public final class StickyIds {
    private final String cookieName;
    private final String parameter;

    /**
     * @param cookieName compared with regard to case, as cookies are
     * @param parameterName of the path parameter
     */
    public StickyIds(String cookieName, String parameterName) {
        this.cookieName = cookieName;
        this.parameter = parameterName + "=";
    }

    /**
     * @param cookies the values of the {@code Cookie} header lines
     * @param target the request target, in origin form
     */
    public List<SessionId> find(Iterator<? extends CharSequence> cookies, String target) {
        List<SessionId> ids = List.of();
        while (cookies.hasNext()) {
            ids = scan(cookies.next().toString(), ids);
        }
        return target.indexOf(';') < 0 ? ids : withPathParameter(target, ids);
    }

    private List<SessionId> scan(String line, List<SessionId> ids) {
        List<SessionId> found = ids;
        int start = 0;
        while (start < line.length()) {
            int end = endAt(line, ';', start, line.length());
            int name = skipBlanks(line, start, end);
            int equals = name + cookieName.length();
            if (line.startsWith(cookieName, name) && valueFollows(line, equals, end)) {
                found = with(line.substring(equals + 1, end), found);
            }
            start = end + 1;
        }
        return found;
    }

    private static boolean valueFollows(String line, int at, int end) {
        return at < end && line.charAt(at) == '=';
    }

    private List<SessionId> withPathParameter(String target, List<SessionId> ids) {
        int path = endAt(target, '?', 0, target.length());
        String last = "";
        for (int start = target.indexOf(';'); start >= 0 && start < path; start = target.indexOf(';', start + 1)) {
            if (target.startsWith(parameter, start + 1)) {
                last = target.substring(start + 1 + parameter.length(), parameterEnd(target, start + 1, path));
            }
        }
        return last.isEmpty() ? ids : with(last, ids);
    }

    private static int parameterEnd(String target, int start, int path) {
        return Math.min(endAt(target, ';', start, path), endAt(target, '/', start, path));
    }

    private static List<SessionId> with(String value, List<SessionId> ids) {
        return SessionId.parse(unquoted(value.strip()))
                .map(id -> appended(ids, id))
                .orElse(ids);
    }

    private static List<SessionId> appended(List<SessionId> ids, SessionId id) {
        if (ids.isEmpty()) {
            return List.of(id);
        }
        List<SessionId> longer = new ArrayList<>(ids);
        longer.add(id);
        return longer;
    }

    private static String unquoted(String value) {
        boolean isQuoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
        return isQuoted ? value.substring(1, value.length() - 1) : value;
    }

    private static int skipBlanks(String line, int start, int end) {
        int at = start;
        while (at < end && (line.charAt(at) == ' ' || line.charAt(at) == '\t')) {
            at++;
        }
        return at;
    }

    private static int endAt(String text, char c, int start, int otherwise) {
        int at = text.indexOf(c, start);
        return at < 0 || at > otherwise ? otherwise : at;
    }
}
