package org.ringlet.shop;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Turns the cart into an order, which is merely counted. */
@WebServlet("/checkout")
public final class CheckoutServlet extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Visit visit = Visit.of(request);
        if (visit.orders() == 0) {
            response.sendRedirect(request.getContextPath() + "/cart");
            return;
        }
        visit.countPage();
        Page.send(response, visit, "Thank you", content(visit));
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Visit visit = Visit.of(request);
        if (!visit.isOwnForm(request)) {
            response.sendError(
                    HttpServletResponse.SC_FORBIDDEN, "This form is not of your session: load the page again");
            return;
        }
        Cart cart = visit.cart();
        if (cart.items() > 0) {
            cart.clear();
            visit.keep(cart);
            visit.countOrder();
        }
        response.sendRedirect(request.getContextPath() + "/checkout");
    }

    private static Html content(Visit visit) {
        return Html.of(
                """
                <section class="empty">
                <h1>Thank you{}.</h1>
                <p>That was order {} of this session. Nothing will be sent, and nothing was lost on the way.</p>
                <p><a class="button" href="./">Back to the shop</a></p>
                </section>
                """,
                visit.name().map(name -> ", " + name).orElse(""),
                visit.orders());
    }
}
