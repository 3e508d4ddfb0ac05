package org.ringlet.shop;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The shop for programs: {@code GET /api/cart} shows the cart, {@code POST /api/cart} with {@code product} and
 * {@code quantity} adds to it, {@code /api/counter} counts its calls.
 */
@WebServlet({"/api/cart", "/api/counter"})
public final class ApiServlet extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Visit visit = Visit.of(request);
        if (request.getServletPath().equals("/api/counter")) {
            send(response, "text/plain", Integer.toString(visit.countCall()));
        } else {
            sendCart(response, visit);
        }
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getServletPath().equals("/api/counter")) {
            doGet(request, response);
            return;
        }
        Optional<Product> product = Catalogue.find(Parameters.text(request, "product"));
        OptionalInt quantity = Parameters.number(request, "quantity", 1, 1, Cart.MAX_QUANTITY);
        if (product.isEmpty() || quantity.isEmpty()) {
            response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
            send(response, "application/json", "{\"error\":\"no such product or quantity\"}");
            return;
        }
        Visit visit = Visit.of(request);
        Cart cart = visit.cart();
        cart.add(product.get(), quantity.getAsInt());
        visit.keep(cart);
        visit.countCall();
        sendCart(response, visit);
    }

    /** {@code total} is in cents; {@code counter} is how many calls have changed this session. */
    private static void sendCart(HttpServletResponse response, Visit visit) throws IOException {
        Cart cart = visit.cart();
        send(
                response,
                "application/json",
                "{\"srun\":" + quoted(Srun.name()) + ",\"items\":" + cart.items() + ",\"total\":" + cart.cents()
                        + ",\"counter\":" + visit.counter() + "}");
    }

    private static void send(HttpServletResponse response, String type, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        response.setContentType(type + ";charset=UTF-8");
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    private static String quoted(String name) {
        return '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
