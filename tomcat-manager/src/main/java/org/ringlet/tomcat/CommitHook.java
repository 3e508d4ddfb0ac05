package org.ringlet.tomcat;

import org.apache.catalina.connector.Response;
import org.apache.coyote.ActionCode;
import org.apache.coyote.ActionHook;
import org.jspecify.annotations.Nullable;

/**
 * Saves the sessions that a request has touched at the moment in which its response is committed, before the first
 * byte of it can reach the client.
 *
 * <p>All ways to commit a response (an explicit flush, a full buffer, a redirect, the end of the request, on HTTP/1.1
 * and on HTTP/2, on whichever thread) go through the action hook of the Coyote response with {@code COMMIT}. This one
 * stands before Tomcat's for one commit: it puts Tomcat's back first, since processors and responses are reused and
 * Tomcat looks at what its hook is.
 */
final class CommitHook implements ActionHook {
    private final ActionHook tomcats;
    private final Response response;
    private final RequestScope scope;

    private CommitHook(ActionHook tomcats, Response response, RequestScope scope) {
        this.tomcats = tomcats;
        this.response = response;
        this.scope = scope;
    }

    /** Puts a hook before Tomcat's, unless the response has already left. */
    static void install(Response response, RequestScope scope) {
        ActionHook hook = CoyoteHook.get(response.getCoyoteResponse());
        if (hook != null && !response.isCommitted()) {
            ActionHook tomcats = hook instanceof CommitHook stale ? stale.tomcats : hook;
            CoyoteHook.set(response.getCoyoteResponse(), new CommitHook(tomcats, response, scope));
        }
    }

    /** The scope of the request whose response still has a hook; null if it has none. */
    static @Nullable RequestScope scopeOf(Response response) {
        return CoyoteHook.get(response.getCoyoteResponse()) instanceof CommitHook hook ? hook.scope : null;
    }

    /** Puts Tomcat's hook back. */
    static void uninstall(Response response) {
        if (CoyoteHook.get(response.getCoyoteResponse()) instanceof CommitHook hook) {
            hook.restore();
        }
    }

    private void restore() {
        CoyoteHook.set(response.getCoyoteResponse(), tomcats);
    }

    @Override
    public void action(ActionCode code, Object param) {
        switch (code) {
            case COMMIT, CLIENT_FLUSH, CLOSE -> {
                restore();
                RuntimeException failure = save();
                tomcats.action(code, param);
                if (failure != null && scope.isInPipeline()) {
                    // the head of the refusal has left: this stops the application, and the rest of its answer
                    throw failure;
                }
            }
            case CLOSE_NOW -> {
                restore();
                tomcats.action(code, param);
            }
            default -> tomcats.action(code, param);
        }
    }

    /** Saves; if that fails, the answer that is about to leave becomes one that says so. */
    private @Nullable RuntimeException save() {
        try {
            scope.saveTouched();
            return null;
        } catch (RuntimeException e) {
            scope.fail(e);
            Refusal.of(e).writeHead(response);
            return e;
        }
    }
}
