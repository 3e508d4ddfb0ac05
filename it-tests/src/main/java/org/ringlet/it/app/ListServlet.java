package org.ringlet.it.app;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.util.ArrayList;
import java.util.List;

/** Adds to a list in the session, in place: it is set once, when it is made. */
@WebServlet("/list")
public final class ListServlet extends TextServlet {
    @Override
    String answer(HttpServletRequest request) {
        HttpSession session = request.getSession();
        if (session.getAttribute("list") == null) {
            session.setAttribute("list", new ArrayList<String>());
        }
        @SuppressWarnings("unchecked")
        List<String> list = (List<String>) session.getAttribute("list");
        String added = request.getParameter("add");
        if (added != null) {
            list.add(added);
        }
        return String.join(",", list);
    }
}
