package org.ringlet.it.app;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;

/**
 * Counts its calls in the session. With {@code flush} the answer has all left before the servlet returns, so that a
 * client may send the next request while this one is still under way.
 */
@WebServlet("/counter")
public final class CounterServlet extends HttpServlet {
    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        HttpSession session = request.getSession();
        int count = session.getAttribute("counter") instanceof Integer before ? before + 1 : 1;
        session.setAttribute("counter", count);
        TextServlet.send(Integer.toString(count), response);
        if (request.getParameter("flush") != null) {
            response.flushBuffer();
            response.getOutputStream().close();
        }
    }
}
