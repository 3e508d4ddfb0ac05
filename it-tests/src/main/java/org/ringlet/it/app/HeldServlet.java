package org.ringlet.it.app;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.util.concurrent.Semaphore;

/**
 * Adds to a text in the session, and is held between reading and writing it: {@code /held} waits for {@code /held/go},
 * {@code /held/waiting} tells whether it does.
 */
@WebServlet({"/held", "/held/go", "/held/waiting"})
public final class HeldServlet extends TextServlet {
    private final Semaphore gate = new Semaphore(0);

    @Override
    String answer(HttpServletRequest request) {
        return switch (request.getServletPath()) {
            case "/held/go" -> {
                gate.release();
                yield "gone on";
            }
            case "/held/waiting" -> Boolean.toString(gate.hasQueuedThreads());
            default -> add(request.getSession(), parameter(request, "name"), parameter(request, "add"));
        };
    }

    private String add(HttpSession session, String name, String added) {
        String before = String.valueOf(session.getAttribute(name));
        gate.acquireUninterruptibly();
        session.setAttribute(name, before + added);
        return before + added;
    }
}
