package org.ringlet.router.health;

import java.net.ConnectException;
import java.nio.channels.UnresolvedAddressException;
import org.jspecify.annotations.Nullable;

/** Why a connection failed, in a few words for a log line or a status page. */
public final class Causes {
    private Causes() {}

    public static String text(@Nullable Throwable cause) {
        if (cause == null) {
            return "unknown";
        }
        if (cause instanceof UnresolvedAddressException) {
            return "host name not resolved";
        }
        String message = cause.getMessage();
        if (message == null || message.isBlank()) {
            return cause.getClass().getSimpleName();
        }
        return cause instanceof ConnectException ? withoutPrefix(message) : message;
    }

    /** "finishConnect(..) failed with error(-111): Connection refused: /10.0.0.1:8080" has its news at the end. */
    private static String withoutPrefix(String message) {
        int prefix = message.indexOf("): ");
        return prefix < 0 ? message : message.substring(prefix + "): ".length());
    }
}
