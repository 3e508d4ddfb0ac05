package org.ringlet.tomcat;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.apache.coyote.ActionHook;
import org.apache.coyote.Response;
import org.jspecify.annotations.Nullable;

/**
 * Access to the hook of a Coyote response, through which all that happens to the response goes. Tomcat keeps the field
 * to its own package; since Tomcat's jars are in the unnamed module, a private lookup reaches it.
 */
final class CoyoteHook {
    private static final @Nullable VarHandle HOOK;
    private static final @Nullable Throwable REFUSAL;

    static {
        VarHandle hook = null;
        Throwable refusal = null;
        try {
            hook = MethodHandles.privateLookupIn(Response.class, MethodHandles.lookup())
                    .findVarHandle(Response.class, "hook", ActionHook.class);
        } catch (ReflectiveOperationException | RuntimeException e) {
            refusal = e;
        }
        HOOK = hook;
        REFUSAL = refusal;
    }

    private CoyoteHook() {}

    /** Why the hook can't be reached on this Tomcat; null if it can. */
    static @Nullable Throwable refusal() {
        return REFUSAL;
    }

    static @Nullable ActionHook get(Response response) {
        return HOOK == null ? null : (ActionHook) HOOK.getVolatile(response);
    }

    static void set(Response response, ActionHook hook) {
        if (HOOK != null) {
            HOOK.setVolatile(response, hook);
        }
    }
}
