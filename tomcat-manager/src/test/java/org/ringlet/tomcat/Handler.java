package org.ringlet.tomcat;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** A servlet that does what a test says. */
final class Handler extends HttpServlet {
    /** What to do with a request. */
    interface Action {
        void handle(HttpServletRequest request, HttpServletResponse response) throws Exception;
    }

    private final transient Action action;

    Handler(Action action) {
        this.action = action;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        try {
            action.handle(request, response);
        } catch (ServletException | IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new ServletException(e);
        }
    }
}
