package org.ringlet.shop;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;

/** The session of one visitor, under the names that the shop uses. A session begins with the first visit. */
final class Visit {
    private static final String CART = "cart";
    private static final String NAME = "name";
    private static final String PAGES = "pages";
    private static final String COUNTER = "counter";
    private static final String FORM_TOKEN = "formToken";
    private static final String ORDERS = "orders";

    private static final SecureRandom RANDOM = new SecureRandom();

    private final HttpSession session;

    private Visit(HttpSession session) {
        this.session = session;
    }

    static Visit of(HttpServletRequest request) {
        return new Visit(request.getSession());
    }

    String sessionId() {
        return session.getId();
    }

    Cart cart() {
        return session.getAttribute(CART) instanceof Cart cart ? cart : new Cart();
    }

    /** To be called after each change of the cart: only then is it certain to be kept. */
    void keep(Cart cart) {
        session.setAttribute(CART, cart);
    }

    Optional<String> name() {
        return Optional.ofNullable((String) session.getAttribute(NAME));
    }

    /** Changes the session's id too, so that nobody who knew the old one is signed in with the visitor. */
    void signIn(HttpServletRequest request, String name) {
        request.changeSessionId();
        session.setAttribute(NAME, name);
        session.setAttribute(FORM_TOKEN, newToken());
    }

    void end() {
        session.invalidate();
    }

    int pages() {
        return number(PAGES);
    }

    int countPage() {
        return increment(PAGES);
    }

    int counter() {
        return number(COUNTER);
    }

    int countCall() {
        return increment(COUNTER);
    }

    int orders() {
        return number(ORDERS);
    }

    int countOrder() {
        return increment(ORDERS);
    }

    /** What each form of this session carries, since no other site can know it. */
    String formToken() {
        if (session.getAttribute(FORM_TOKEN) instanceof String token) {
            return token;
        }
        String token = newToken();
        session.setAttribute(FORM_TOKEN, token);
        return token;
    }

    boolean isOwnForm(HttpServletRequest request) {
        String token = request.getParameter("token");
        return token != null
                && MessageDigest.isEqual(
                        token.getBytes(StandardCharsets.UTF_8), formToken().getBytes(StandardCharsets.UTF_8));
    }

    private int number(String name) {
        return session.getAttribute(name) instanceof Integer number ? number : 0;
    }

    private int increment(String name) {
        int next = number(name) + 1;
        session.setAttribute(name, next);
        return next;
    }

    private static String newToken() {
        byte[] bytes = new byte[16];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
