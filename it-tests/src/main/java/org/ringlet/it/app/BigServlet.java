package org.ringlet.it.app;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;

/** Fills the session with so many random-looking bytes as asked for. */
@WebServlet("/big")
public final class BigServlet extends TextServlet {
    @Override
    String answer(HttpServletRequest request) {
        byte[] bytes = new byte[Integer.parseInt(parameter(request, "bytes"))];
        int state = 1;
        for (int i = 0; i < bytes.length; i++) {
            state = state * 1_103_515_245 + 12_345;
            bytes[i] = (byte) (state >>> 16);
        }
        request.getSession().setAttribute("big", bytes);
        return "filled";
    }
}
