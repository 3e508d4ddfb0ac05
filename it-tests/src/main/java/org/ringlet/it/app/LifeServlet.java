package org.ringlet.it.app;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;

/** Tells the session's id without making one, changes it, ends it. */
@WebServlet({"/id", "/change-id", "/invalidate"})
public final class LifeServlet extends TextServlet {
    @Override
    String answer(HttpServletRequest request) {
        HttpSession session = request.getSession(false);
        if (session == null) {
            return "none";
        }
        switch (request.getServletPath()) {
            case "/change-id" -> request.changeSessionId();
            case "/invalidate" -> session.invalidate();
            default -> {
                return session.getId();
            }
        }
        return request.getServletPath().equals("/invalidate") ? "ended" : session.getId();
    }
}
