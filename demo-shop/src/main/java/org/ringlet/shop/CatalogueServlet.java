package org.ringlet.shop;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** The front page: everything that there is to buy. */
@WebServlet("")
public final class CatalogueServlet extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Visit visit = Visit.of(request);
        visit.countPage();
        Page.send(response, visit, "Things that last", content(visit));
    }

    private static Html content(Visit visit) {
        return Html.of(
                """
                <section class="hero">
                <h1>Things that last.</h1>
                <p>Eight things for a quiet house. Put some into your cart, then kill the JVM that holds it.</p>
                </section>
                <section class="grid">
                {}
                </section>
                """,
                Html.all(Catalogue.PRODUCTS.stream()
                        .map(product -> card(visit, product))
                        .toList()));
    }

    private static Html card(Visit visit, Product product) {
        return Html.of(
                """
                <article class="card">
                <div class="art">{}</div>
                <h2>{}</h2>
                <p>{}</p>
                <div class="buy"><span class="price">{}</span>{}</div>
                </article>
                """,
                product.art(),
                product.name(),
                product.about(),
                Catalogue.price(product.cents()),
                Page.form(
                        visit,
                        "cart/add",
                        "",
                        Html.of(
                                """
                                <input type="hidden" name="product" value="{}">
                                <button aria-label="Add {} to the cart">Add to cart</button>
                                """,
                                product.id(),
                                product.name())));
    }
}
