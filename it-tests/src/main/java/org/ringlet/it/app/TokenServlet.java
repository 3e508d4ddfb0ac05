package org.ringlet.it.app;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.util.Collections;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Gives the session an attribute for each token that is added, so that requests which overlap, as those do whose client
 * has given up and asks elsewhere, never change the same one. Answers with all tokens, each as often as it was added.
 */
@WebServlet("/token")
public final class TokenServlet extends TextServlet {
    private static final String PREFIX = "token ";

    @Override
    String answer(HttpServletRequest request) {
        HttpSession session = request.getSession();
        String added = request.getParameter("add");
        if (added != null) {
            session.setAttribute(PREFIX + added, times(session, PREFIX + added) + 1);
        }
        return Collections.list(session.getAttributeNames()).stream()
                .filter(name -> name.startsWith(PREFIX))
                .flatMap(name -> Collections.nCopies(times(session, name), name.substring(PREFIX.length())).stream())
                .collect(Collectors.joining(","));
    }

    private static int times(HttpSession session, String name) {
        return (Integer) Objects.requireNonNullElse(session.getAttribute(name), 0);
    }
}
