package org.ringlet.bench.app;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * {@code /count} adds one to a counter in a session of ten attributes and answers it; {@code /read} only answers it, 0
 * without a session.
 *
 * <p>The answer has no length set and is not flushed, so it leaves when the valves have returned: PersistentValve has
 * then stored the session, as Ringlet always has.
 */
@WebServlet({"/count", "/read"})
public final class CounterServlet extends HttpServlet {
    private static final String COUNTER = "counter";
    private static final int TEXTS = 9;
    private static final int TEXT_LENGTH = 200;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        int value = request.getServletPath().equals("/count") ? count(request.getSession()) : read(request);
        response.setContentType("text/plain");
        response.getOutputStream().write(Integer.toString(value).getBytes(StandardCharsets.US_ASCII));
    }

    private static int count(HttpSession session) {
        Counter counter = counter(session);
        if (counter == null) {
            for (int i = 0; i < TEXTS; i++) {
                session.setAttribute("text" + i, text(i));
            }
        }
        Counter next = counter == null ? Counter.of(1, TEXT_LENGTH) : counter.next();
        session.setAttribute(COUNTER, next);
        return next.value();
    }

    private static int read(HttpServletRequest request) {
        HttpSession session = request.getSession(false);
        Counter counter = session == null ? null : counter(session);
        return counter == null ? 0 : counter.value();
    }

    private static @Nullable Counter counter(HttpSession session) {
        return (Counter) session.getAttribute(COUNTER);
    }

    private static String text(int number) {
        var text = new StringBuilder(TEXT_LENGTH + 20);
        while (text.length() < TEXT_LENGTH) {
            text.append("text ").append(number * 7919 + text.length()).append(' ');
        }
        text.setLength(TEXT_LENGTH);
        return text.toString();
    }
}
