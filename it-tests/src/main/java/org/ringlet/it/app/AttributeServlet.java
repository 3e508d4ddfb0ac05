package org.ringlet.it.app;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;

/** Reads an attribute, or sets it if a value is given. */
@WebServlet("/attribute")
public final class AttributeServlet extends TextServlet {
    @Override
    String answer(HttpServletRequest request) {
        HttpSession session = request.getSession();
        String value = request.getParameter("value");
        if (value != null) {
            session.setAttribute(parameter(request, "name"), value);
        }
        return String.valueOf(session.getAttribute(parameter(request, "name")));
    }
}
