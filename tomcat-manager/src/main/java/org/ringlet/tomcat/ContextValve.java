package org.ringlet.tomcat;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequestListener;
import java.io.IOException;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.jspecify.annotations.Nullable;

/**
 * Saves when the application is done and its response has not left, at a place where a failure can still become an error
 * with Tomcat's and the application's error pages: inside the Host's pipeline, around the Context's.
 */
final class ContextValve extends ValveBase {
    ContextValve() {
        super(true);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        RequestScope scope = RequestScope.current();
        getNext().invoke(request, response);
        if (scope == null || request.isAsync() || response.isCommitted()) {
            return;
        }
        RuntimeException failure = failureOf(scope);
        if (failure != null && Refusal.isReason(failure)) {
            request.removeAttribute(RequestDispatcher.ERROR_EXCEPTION);
            Refusal.of(failure).send(response);
        } else if (nothingFollows(request, response)) {
            scope.settle();
        }
    }

    /** Whether no more code of the application runs in this request: no error page, no request listener. */
    private static boolean nothingFollows(Request request, Response response) {
        return !response.isError() && !hasRequestListener(request.getContext());
    }

    private static boolean hasRequestListener(Context context) {
        Object[] listeners = context.getApplicationEventListeners();
        if (listeners != null) {
            for (Object listener : listeners) {
                if (listener instanceof ServletRequestListener) {
                    return true;
                }
            }
        }
        return false;
    }

    /** What went wrong with a session in this request; if nothing did so far, in saving now. */
    private static @Nullable RuntimeException failureOf(RequestScope scope) {
        if (scope.failure() == null) {
            try {
                scope.saveTouched();
            } catch (RuntimeException e) {
                scope.fail(e);
            }
        }
        RuntimeException failure = scope.failure();
        scope.clearFailure();
        return failure;
    }
}
