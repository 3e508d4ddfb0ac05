package org.ringlet.it.app;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;

/** Puts a {@link Souvenir} into the session, for {@link AttributeServlet} to show. */
@WebServlet("/souvenir")
public final class SouvenirServlet extends TextServlet {
    @Override
    String answer(HttpServletRequest request) {
        request.getSession().setAttribute("souvenir", new Souvenir(parameter(request, "inscription")));
        return "kept";
    }
}
