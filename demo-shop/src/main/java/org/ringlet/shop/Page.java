package org.ringlet.shop;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** What all pages have in common: the head, the navigation, and the strip that tells which srun made the page. */
final class Page {
    private Page() {}

    static void send(HttpServletResponse response, Visit visit, String title, Html content) throws IOException {
        byte[] body = page(visit, title, content).markup().getBytes(StandardCharsets.UTF_8);
        response.setContentType("text/html;charset=UTF-8");
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    /** A form that changes something: it carries the session's token. */
    static Html form(Visit visit, String action, String cssClass, Html fields) {
        return Html.of(
                """
                <form method="post" action="{}" class="{}">
                <input type="hidden" name="token" value="{}">
                {}
                </form>
                """,
                action,
                cssClass,
                visit.formToken(),
                fields);
    }

    private static Html page(Visit visit, String title, Html content) {
        int items = visit.cart().items();
        return Html.of(
                """
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>{} · Ringlet &amp; Co.</title>
                <link rel="icon" href="icon.svg" type="image/svg+xml">
                <link rel="stylesheet" href="shop.css">
                </head>
                <body>
                {}
                <header class="bar">
                <a class="brand" href="./">
                <svg viewBox="0 0 40 40" aria-hidden="true">
                <circle cx="20" cy="20" r="14" fill="none" stroke="currentColor" stroke-width="5"/>
                <circle cx="20" cy="6" r="5.5"/><circle cx="32" cy="27" r="5.5"/><circle cx="8" cy="27" r="5.5"/>
                </svg>
                Ringlet &amp; Co.
                </a>
                <nav>
                <a href="./">Shop</a>
                {}
                <a class="to-cart" href="cart">Cart <b>{}</b></a>
                </nav>
                </header>
                <main>
                {}
                </main>
                <footer>A demonstration: nothing is sold here. Kill the JVM that serves you; your cart stays.</footer>
                </body>
                </html>
                """,
                title,
                strip(visit),
                account(visit),
                items,
                content);
    }

    private static Html strip(Visit visit) {
        String id = visit.sessionId();
        return Html.of(
                """
                <aside class="strip" aria-label="Who served this page">
                <span class="srun hue-{}"><small>served by</small> <b>{}</b></span>
                <span><small>process</small> {}</span>
                <span><small>session</small> <code>{}…</code></span>
                {}{}
                <span><small>pages seen</small> {}</span>
                {}
                </aside>
                """,
                Srun.hue(Srun.name()),
                Srun.name(),
                Srun.pid(),
                id.substring(0, Math.min(8, id.length())),
                Srun.owner(id).map(name -> origin("owner", name)).orElse(Html.NONE),
                Srun.backup(id).map(name -> origin("backup", name)).orElse(Html.NONE),
                visit.pages(),
                Srun.owner(id).map(Page::standIn).orElse(Html.NONE));
    }

    private static Html origin(String role, String srun) {
        return Html.of("<span><small>{}</small> <i class=\"dot hue-{}\"></i> {}</span>", role, Srun.hue(srun), srun);
    }

    private static Html standIn(String owner) {
        return owner.equals(Srun.name())
                ? Html.NONE
                : Html.of("<span class=\"stand-in\">{} stands in for {}</span>", Srun.name(), owner);
    }

    private static Html account(Visit visit) {
        return visit.name()
                .map(name -> Html.of("<a href=\"login\">Hello, {}</a>", name))
                .orElse(Html.of("<a href=\"login\">Sign in</a>"));
    }
}
