package org.ringlet.tomcat;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.lang.System.Logger.Level;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.jspecify.annotations.Nullable;
import org.ringlet.store.StoreUnavailableException;
import org.ringlet.store.UnreadableSessionException;

/**
 * Gives each request its {@link RequestScope} and its {@link CommitHook}, and answers the status. One for all
 * applications of the JVM; the first Manager adds it and the last one removes it.
 *
 * <p>When the pipeline returns, error pages were written and {@code requestDestroyed} was called: what these changed is
 * saved here, before Tomcat commits a response that has not left yet.
 */
final class EngineValve extends ValveBase {
    /** By which the router tells an srun that it serves in place of a session's owner. */
    static final String STANDS_IN_FOR = "X-Ringlet-Stands-In-For";

    private static final System.Logger LOG = System.getLogger(EngineValve.class.getName());

    private final StatusEndpoint status;

    EngineValve(StatusEndpoint status) {
        super(true);
        this.status = status;
    }

    StatusEndpoint status() {
        return status;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        if (status.isFor(request)) {
            status.answer(request, response);
            return;
        }
        RequestScope scope = scopeOf(request, response);
        RequestScope outer = scope.enter();
        try {
            CommitHook.install(response, scope);
            scope.inPipeline(true);
            findSession(request, response);
            getNext().invoke(request, response);
        } finally {
            scope.inPipeline(outer != null);
            try {
                // an asynchronous request goes on: its commit comes through the hook, its end through endAccess
                if (!request.isAsync() && outer == null) {
                    finish(scope, response);
                }
            } finally {
                RequestScope.leave(outer);
            }
        }
    }

    /** The request's scope: a dispatch of an asynchronous or a rewritten request goes on with the one it has. */
    private static RequestScope scopeOf(Request request, Response response) {
        RequestScope current = RequestScope.current();
        if (current != null && current.request() == request) {
            return current;
        }
        @Nullable RequestScope earlier = CommitHook.scopeOf(response);
        return earlier != null && earlier.request() == request
                ? earlier
                : new RequestScope(request, request.getHeader(STANDS_IN_FOR) != null);
    }

    /**
     * Finds the session that the client asks for, as Tomcat's authenticator does in any case. If the store can't tell,
     * the response becomes an error before the application runs; the pipeline then writes its error page.
     */
    private static void findSession(Request request, Response response) throws IOException {
        String id = request.getRequestedSessionId();
        if (id != null
                && request.getContext() != null
                && request.getContext().getManager() instanceof RingletManager m) {
            try {
                m.findSession(id);
            } catch (StoreUnavailableException | UnreadableSessionException e) {
                Refusal.of(e).send(response);
            }
        }
    }

    private static void finish(RequestScope scope, Response response) {
        boolean committed = response.isCommitted();
        CommitHook.uninstall(response);
        try {
            scope.saveTouched();
            scope.settle();
        } catch (RuntimeException e) {
            if (committed) {
                LOG.log(Level.WARNING, "changes made after the response was committed are not saved", e);
            } else {
                Refusal.of(e).writeHead(response);
            }
        }
    }
}
