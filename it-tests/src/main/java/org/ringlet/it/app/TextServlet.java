package org.ringlet.it.app;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Answers any request with a line of text, and tells in {@code X-Srun} which srun it is. */
abstract class TextServlet extends HttpServlet {
    abstract String answer(HttpServletRequest request) throws IOException, ServletException;

    @Override
    protected final void service(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        send(answer(request), response);
    }

    static void send(String text, HttpServletResponse response) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        response.setHeader("X-Srun", Objects.requireNonNullElse(System.getenv("RINGLET_SRUN"), "none"));
        response.setContentType("text/plain;charset=UTF-8");
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    static String parameter(HttpServletRequest request, String name) {
        return Objects.requireNonNull(request.getParameter(name), () -> "the test sent no parameter " + name);
    }
}
