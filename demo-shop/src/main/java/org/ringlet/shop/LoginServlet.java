package org.ringlet.shop;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Signs a visitor in under any name, with a new session id, and out again, which ends the session. */
@WebServlet({"/login", "/logout"})
public final class LoginServlet extends HttpServlet {
    private static final int MAX_NAME = 40;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Visit visit = Visit.of(request);
        visit.countPage();
        Page.send(response, visit, "Sign in", visit.name().isPresent() ? signedIn(visit) : signedOut(visit));
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Visit visit = Visit.of(request);
        if (!visit.isOwnForm(request)) {
            response.sendError(
                    HttpServletResponse.SC_FORBIDDEN, "This form is not of your session: load the page again");
            return;
        }
        if (request.getServletPath().equals("/logout")) {
            visit.end();
            response.sendRedirect(request.getContextPath() + "/");
            return;
        }
        String name = Parameters.text(request, "name");
        if (name.isEmpty() || name.length() > MAX_NAME) {
            response.sendError(HttpServletResponse.SC_BAD_REQUEST, "A name has 1 to " + MAX_NAME + " characters");
            return;
        }
        visit.signIn(request, name);
        response.sendRedirect(request.getContextPath() + "/");
    }

    private static Html signedOut(Visit visit) {
        return Html.of(
                """
                <section class="panel">
                <h1>Sign in</h1>
                <p>Any name will do. Your session gets a new id, and keeps what is in it.</p>
                {}
                </section>
                """,
                Page.form(
                        visit,
                        "login",
                        "stack",
                        Html.of(
                                """
                                <label>Your name <input name="name" maxlength="{}" required autofocus></label>
                                <button class="wide">Sign in</button>
                                """,
                                MAX_NAME)));
    }

    private static Html signedIn(Visit visit) {
        return Html.of(
                """
                <section class="panel">
                <h1>Hello, {}</h1>
                <p>You are signed in. Signing out ends your session, and your cart with it.</p>
                {}
                </section>
                """,
                visit.name().orElse(""),
                Page.form(visit, "logout", "stack", Html.of("<button class=\"wide quiet\">Sign out</button>")));
    }
}
