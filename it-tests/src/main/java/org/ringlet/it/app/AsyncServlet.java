package org.ringlet.it.app;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Changes the session on another thread, after the servlet has returned. */
@WebServlet(urlPatterns = "/async", asyncSupported = true)
public final class AsyncServlet extends HttpServlet {
    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) {
        HttpSession session = request.getSession();
        AsyncContext async = request.startAsync();
        async.start(() -> {
            try {
                session.setAttribute("async", request.getParameter("value"));
                TextServlet.send("set", response);
                async.complete();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
