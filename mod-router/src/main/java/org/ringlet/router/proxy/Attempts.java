package org.ringlet.router.proxy;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.AsciiString;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ringlet.router.health.RoutedSrun;
import org.ringlet.router.health.Sruns;
import org.ringlet.router.routing.Route;
import org.ringlet.session.SessionId;

/**
 * The sruns that one request is sent to, one after the other, and the books that are kept on them: each is counted as busy
 * from {@link #next} to {@link #leave}, and charged for its own failure only.
 */
final class Attempts {
    /** Tells an srun that it serves a session in its owner's place: what it remembers of the session may be old. */
    static final AsciiString STANDS_IN_FOR = AsciiString.cached("X-Ringlet-Stands-In-For");

    private final Sruns sruns;
    private final HttpRequest request;
    private final RequestRecord record;
    private final List<SessionId> ids;
    private Set<Integer> tried = Set.of();
    private boolean wasRepeated;
    private @Nullable RoutedSrun current;

    Attempts(Shared shared, HttpRequest request, RequestRecord record) {
        this.sruns = shared.sruns();
        this.request = request;
        this.record = record;
        this.ids = shared.stickyIds()
                .find(request.headers().valueCharSequenceIterator(HttpHeaderNames.COOKIE), request.uri());
    }

    /** The next srun to send the request to; empty if all were tried. The request's header is made to fit. */
    Optional<RoutedSrun> next() {
        leave();
        Sruns.View view = sruns.view();
        Route route = view.table().route(ids, tried, view.policy());
        request.headers().remove(STANDS_IN_FOR);
        if (route instanceof Route.New to) {
            enter(view.srun(to.srun())).counters().routedNew();
        } else if (route instanceof Route.Owner to) {
            enter(view.srun(to.srun())).counters().routedOwn();
        } else if (route instanceof Route.StandIn to) {
            enter(view.srun(to.srun())).counters().routedStandIn();
            request.headers().setInt(STANDS_IN_FOR, to.owner());
        }
        return Optional.ofNullable(current);
    }

    /** The same srun once more. */
    RoutedSrun repeat() {
        RoutedSrun same = Objects.requireNonNull(current);
        wasRepeated = true;
        record.attemptAt(same.declared().id());
        return same;
    }

    boolean wasRepeated() {
        return wasRepeated;
    }

    void answered(int status) {
        RoutedSrun answering = Objects.requireNonNull(current);
        answering.answered();
        answering.counters().responded(status);
        record.status(status);
    }

    void charge(Failure failure, String why) {
        RoutedSrun failed = Objects.requireNonNull(current);
        if (failure == Failure.CONNECT) {
            failed.connectFailed(why);
        } else {
            failed.exchangeFailed(why);
        }
    }

    /** Idempotent. */
    void leave() {
        if (current != null) {
            current.counters().ended();
            current = null;
        }
    }

    private RoutedSrun enter(RoutedSrun srun) {
        current = srun;
        srun.counters().began();
        tried = withTried(srun.declared().index());
        record.attemptAt(srun.declared().id());
        return srun;
    }

    private Set<Integer> withTried(int index) {
        if (tried.isEmpty()) {
            return Set.of(index);
        }
        Set<Integer> more = new HashSet<>(tried);
        more.add(index);
        return more;
    }
}
