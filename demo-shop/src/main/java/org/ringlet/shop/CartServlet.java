package org.ringlet.shop;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;

/** The cart: shows it, and takes {@code /cart/add} and {@code /cart/quantity}. */
@WebServlet({"/cart", "/cart/add", "/cart/quantity"})
public final class CartServlet extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (!request.getServletPath().equals("/cart")) {
            response.sendRedirect(request.getContextPath() + "/cart");
            return;
        }
        Visit visit = Visit.of(request);
        visit.countPage();
        Page.send(response, visit, "Your cart", content(visit));
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Visit visit = Visit.of(request);
        if (!visit.isOwnForm(request)) {
            response.sendError(
                    HttpServletResponse.SC_FORBIDDEN, "This form is not of your session: load the page again");
            return;
        }
        Optional<Product> product = Catalogue.find(Parameters.text(request, "product"));
        OptionalInt quantity = Parameters.number(request, "quantity", 1, 0, Cart.MAX_QUANTITY);
        if (product.isEmpty() || quantity.isEmpty()) {
            response.sendError(HttpServletResponse.SC_BAD_REQUEST, "No such product or quantity");
            return;
        }
        Cart cart = visit.cart();
        if (request.getServletPath().equals("/cart/add")) {
            cart.add(product.get(), quantity.getAsInt());
        } else {
            cart.setQuantity(product.get(), quantity.getAsInt());
        }
        visit.keep(cart);
        response.sendRedirect(request.getContextPath() + "/cart");
    }

    private static Html content(Visit visit) {
        Cart cart = visit.cart();
        if (cart.items() == 0) {
            return Html.of(
                    """
                    <section class="empty">
                    <h1>Your cart is empty.</h1>
                    <p><a class="button" href="./">See what there is</a></p>
                    </section>
                    """);
        }
        return Html.of(
                """
                <h1>Your cart</h1>
                <section class="cart">
                <ul class="lines">
                {}
                </ul>
                <div class="summary">
                <p><span>{} in all</span> <strong>{}</strong></p>
                {}
                <p class="hint">It is kept in your session, and your session is kept by Ringlet.</p>
                </div>
                </section>
                """,
                Html.all(
                        cart.positions().stream().map(line -> line(visit, line)).toList()),
                cart.items() == 1 ? "1 thing" : cart.items() + " things",
                Catalogue.price(cart.cents()),
                Page.form(visit, "checkout", "", Html.of("<button class=\"wide\">Check out</button>")));
    }

    private static Html line(Visit visit, Cart.Position line) {
        Product product = line.product();
        return Html.of(
                """
                <li>
                <div class="art">{}</div>
                <div class="what"><h2>{}</h2><p>{} each</p></div>
                <div class="quantity">{}<output>{}</output>{}</div>
                <div class="price">{}</div>
                {}
                </li>
                """,
                product.art(),
                product.name(),
                Catalogue.price(product.cents()),
                quantityForm(visit, product, line.quantity() - 1, "−", "One less"),
                line.quantity(),
                quantityForm(visit, product, Math.min(Cart.MAX_QUANTITY, line.quantity() + 1), "+", "One more"),
                Catalogue.price(line.cents()),
                quantityForm(visit, product, 0, "×", "Remove"));
    }

    private static Html quantityForm(Visit visit, Product product, int quantity, String sign, String meaning) {
        return Page.form(
                visit,
                "cart/quantity",
                "step",
                Html.of(
                        """
                        <input type="hidden" name="product" value="{}">
                        <input type="hidden" name="quantity" value="{}">
                        <button class="round" title="{}" aria-label="{}: {}">{}</button>
                        """,
                        product.id(),
                        quantity,
                        meaning,
                        meaning,
                        product.name(),
                        sign));
    }
}
