package org.ringlet.tomcat;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.apache.catalina.connector.Response;
import org.ringlet.store.StoreUnavailableException;
import org.ringlet.store.UnreadableSessionException;

/**
 * The answer that a request gets instead of the application's when its session can't be had or saved.
 *
 * @param status the HTTP status
 * @param retryAfter seconds after which trying again makes sense; 0: it does not
 */
record Refusal(int status, int retryAfter, String message) {
    private static final int RETRY_SECONDS = 5;

    static boolean isReason(Throwable failure) {
        return failure instanceof StoreUnavailableException
                || failure instanceof OvertakenException
                || failure instanceof SessionTooLargeException
                || failure instanceof UnreadableSessionException;
    }

    static Refusal of(RuntimeException failure) {
        if (failure instanceof StoreUnavailableException) {
            return new Refusal(
                    HttpServletResponse.SC_SERVICE_UNAVAILABLE,
                    RETRY_SECONDS,
                    "The session store can't be reached. Please try again.");
        }
        if (failure instanceof OvertakenException) {
            return new Refusal(
                    HttpServletResponse.SC_SERVICE_UNAVAILABLE,
                    RETRY_SECONDS,
                    "The session has changed elsewhere while this request was held up. Please try again.");
        }
        if (failure instanceof SessionTooLargeException) {
            return new Refusal(HttpServletResponse.SC_INTERNAL_SERVER_ERROR, 0, String.valueOf(failure.getMessage()));
        }
        return new Refusal(HttpServletResponse.SC_INTERNAL_SERVER_ERROR, 0, "The session can't be read or saved.");
    }

    /** Replaces what the application has written, if nothing has left yet, by an error for Tomcat's error pages. */
    void send(Response response) throws IOException {
        if (response.isCommitted()) {
            return;
        }
        response.reset();
        addRetryAfter(response);
        response.sendError(status, message);
    }

    /** Replaces status, headers and body by a head alone: for a response that is just being committed. */
    void writeHead(Response response) {
        if (!response.isCommitted()) {
            response.reset();
            response.setStatus(status);
            addRetryAfter(response);
            response.getCoyoteResponse().setContentLength(0);
        }
    }

    private void addRetryAfter(Response response) {
        if (retryAfter > 0) {
            response.setHeader("Retry-After", Integer.toString(retryAfter));
        }
    }
}
