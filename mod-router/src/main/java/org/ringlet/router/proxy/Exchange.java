package org.ringlet.router.proxy;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ringlet.router.health.RoutedSrun;
import org.ringlet.router.http.HopByHop;
import org.ringlet.router.http.Refusal;

/**
 * One request and its response: routes, connects, passes both bodies on, and decides what follows from a failure.
 *
 * <p>The srun is chosen and connected before the first byte of a body is read, so that a failed connect costs nothing
 * but time. Once a byte of a request that can't be replayed may have reached an srun, it is never sent again.
 */
final class Exchange {
    private final ClientConnection client;
    private final Worker worker;
    private final HttpRequest request;
    private final RequestFacts facts;
    private final Attempts attempts;
    private final RequestRecord record;

    private Phase phase = Phase.CONNECTING;
    private @Nullable SrunConnection connection;
    private ResponseGuard guard = new ResponseGuard();
    private @Nullable ResponseHead head;
    private boolean isRequestComplete;
    private boolean clientGoesOn;

    private enum Phase {
        CONNECTING,
        EXCHANGING,
        ENDED
    }

    /**
     * @param request after the pipeline; {@code facts} are those of before
     */
    Exchange(ClientConnection client, Worker worker, HttpRequest request, RequestFacts facts, RequestRecord record) {
        this.client = client;
        this.worker = worker;
        this.request = request;
        this.facts = facts;
        this.record = record;
        this.attempts = new Attempts(worker.shared(), request, record);
        this.isRequestComplete = !facts.hasBody();
    }

    void start() {
        attempt();
    }

    boolean hasBody() {
        return facts.hasBody();
    }

    boolean isRequestComplete() {
        return isRequestComplete;
    }

    /** Whether a piece of the request's body can be passed on now. */
    boolean takesBody() {
        return phase == Phase.EXCHANGING && !isRequestComplete;
    }

    /** Whether more from the client would be welcome. */
    boolean wantsClientToSend() {
        return isRequestComplete || connection == null || connection.isWritable();
    }

    private void attempt() {
        attempts.next().ifPresentOrElse(this::send, this::refuse);
    }

    private void refuse() {
        giveUp(
                new Refusal(HttpResponseStatus.SERVICE_UNAVAILABLE, "No srun could take the request."),
                EndReason.NO_SRUN);
    }

    private void send(RoutedSrun to) {
        ConnectionPool pool = worker.pool(to);
        SrunConnection idle = pool.take();
        if (idle == null) {
            connect(pool);
        } else {
            use(idle);
        }
    }

    private void connect(ConnectionPool pool) {
        phase = Phase.CONNECTING;
        pool.connect(new ConnectionPool.Opening() {
            @Override
            public void opened(SrunConnection connection) {
                if (phase == Phase.ENDED) {
                    connection.giveBackUnused();
                } else {
                    use(connection);
                }
            }

            @Override
            public void failed(String why) {
                if (phase != Phase.ENDED) {
                    Exchange.this.failed(Failure.CONNECT, why);
                }
            }
        });
    }

    private void use(SrunConnection connection) {
        this.connection = connection;
        phase = Phase.EXCHANGING;
        guard = new ResponseGuard();
        connection.serve(this, facts.isHead());
        connection.write(outgoing());
        client.exchangeReady();
    }

    private HttpRequest outgoing() {
        request.setProtocolVersion(HttpVersion.HTTP_1_1);
        return facts.hasBody()
                ? request
                : new DefaultFullHttpRequest(
                        HttpVersion.HTTP_1_1,
                        request.method(),
                        request.uri(),
                        Unpooled.EMPTY_BUFFER,
                        request.headers(),
                        EmptyHttpHeaders.INSTANCE);
    }

    /** A piece of the request's body; only while {@link #takesBody}. */
    void sendBody(HttpContent content) {
        if (content.decoderResult().isFailure()) {
            content.release();
            badBody();
            return;
        }
        if (content instanceof LastHttpContent last) {
            isRequestComplete = true;
            withoutTrailers(last.trailingHeaders());
        }
        Objects.requireNonNull(connection).write(content);
    }

    void flushRequest() {
        if (connection != null) {
            connection.flush();
        }
    }

    private void badBody() {
        if (guard.hasHead()) {
            cutOff(EndReason.REFUSED);
            return;
        }
        giveUp(
                new Refusal(HttpResponseStatus.BAD_REQUEST, "The request's body is not validly chunked."),
                EndReason.REFUSED);
    }

    void received(HttpObject object) {
        switch (guard.next(object)) {
            case INTERIM -> interim((HttpResponse) object);
            case FILLER -> ReferenceCountUtil.release(object);
            case HEAD -> head((HttpResponse) object);
            case BODY -> body((HttpContent) object);
            case END -> end((LastHttpContent) object);
            case VIOLATION -> {
                ReferenceCountUtil.release(object);
                failed(guard.hasHead() ? Failure.CUT_SHORT : Failure.BAD_RESPONSE, "no valid response");
            }
        }
    }

    private void interim(HttpResponse response) {
        if (facts.isHttp10()) {
            return;
        }
        HttpHeaders headers = response.headers();
        HopByHop.strip(headers);
        client.write(new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, response.status(), Unpooled.EMPTY_BUFFER, headers, EmptyHttpHeaders.INSTANCE));
        client.flush();
    }

    private void head(HttpResponse response) {
        attempts.answered(response.status().code());
        ResponseHead head = new ResponseHead(response, facts.isHead());
        this.head = head;
        clientGoesOn = head.rewrite(facts, facts.isKeepAlive() && isRequestComplete && client.mayGoOn());
        client.write(response);
    }

    private void body(HttpContent content) {
        record.passedOn(content.content().readableBytes());
        client.write(content);
        if (!client.isWritable()) {
            Objects.requireNonNull(connection).read(false);
        }
    }

    private void end(LastHttpContent last) {
        record.passedOn(last.content().readableBytes());
        withoutTrailers(last.trailingHeaders());
        client.write(last);
        parkConnection();
        end(isRequestComplete ? EndReason.DONE : EndReason.EARLY_RESPONSE);
        client.exchangeDone(clientGoesOn && isRequestComplete, !isRequestComplete);
    }

    /** What is announced as a trailer by nobody and read by hardly anybody is not passed on. */
    private static void withoutTrailers(HttpHeaders trailers) {
        if (!trailers.isEmpty()) {
            trailers.clear();
        }
    }

    /** Back to the pool, if both messages were complete and nothing is left over on it. */
    private void parkConnection() {
        SrunConnection used = Objects.requireNonNull(connection);
        ResponseHead answered = Objects.requireNonNull(head);
        connection = null;
        if (isRequestComplete && answered.isKeepAlive() && !used.hasSurplus()) {
            answered.keepAliveTimeout().ifPresent(used::announceKeepAlive);
            used.giveBack();
        } else {
            used.abandon();
        }
    }

    /** All that one read of the srun's connection gave was passed on. */
    void receivedAll() {
        client.flush();
        client.touch();
    }

    void srunWritabilityChanged() {
        client.exchangeReady();
    }

    void clientWritabilityChanged(boolean isWritable) {
        if (connection != null) {
            connection.read(isWritable);
        }
    }

    void connectionEnded() {
        failed(guard.hasHead() ? Failure.CUT_SHORT : Failure.UNANSWERED, "connection closed by the srun");
    }

    /** The client's connection is gone: nobody is left to answer. */
    void clientGone() {
        abandonConnection();
        end(EndReason.CLIENT_GONE);
    }

    /** No byte came or went, on either side, for as long as is tolerated. */
    void stalled() {
        switch (Stall.of(isRequestComplete, guard.hasHead(), isSrunWritable(), client.isWritable())) {
            case SRUN_SILENT -> failed(Failure.STALLED, "no response in time");
            case SRUN_STOPPED -> failed(Failure.CUT_SHORT, "response stalled");
            case CLIENT_SILENT ->
                giveUp(
                        new Refusal(HttpResponseStatus.REQUEST_TIMEOUT, "The rest of the request did not come."),
                        EndReason.CLIENT_STALLED);
            case CLIENT_STOPPED -> cutOff(EndReason.CLIENT_STALLED);
        }
    }

    private boolean isSrunWritable() {
        return connection != null && connection.isWritable();
    }

    private void failed(Failure failure, String why) {
        boolean isReused = connection != null && connection.isReused();
        abandonConnection();
        RetryVerdict verdict = RetryVerdict.on(failure, isReused, facts.isReplayable(), attempts.wasRepeated());
        if (verdict instanceof RetryVerdict.SameSrun) {
            connect(worker.pool(attempts.repeat()));
        } else if (verdict instanceof RetryVerdict.NextSrun) {
            attempts.charge(failure, why);
            attempt();
        } else if (verdict instanceof RetryVerdict.GiveUp answer) {
            if (answer.isCharged()) {
                attempts.charge(failure, why);
            }
            giveUp(new Refusal(answer.status(), "The srun that the request went to: " + why + "."), reason(failure));
        } else {
            attempts.charge(failure, why);
            cutOff(reason(failure));
        }
    }

    private static EndReason reason(Failure failure) {
        return switch (failure) {
            case CONNECT, UNANSWERED -> EndReason.SRUN_LOST;
            case STALLED -> EndReason.SRUN_STALLED;
            case BAD_RESPONSE -> EndReason.BAD_RESPONSE;
            case CUT_SHORT -> EndReason.CUT_SHORT;
        };
    }

    /** Answers in the srun's place. */
    private void giveUp(Refusal refusal, EndReason reason) {
        abandonConnection();
        record.status(refusal.status().code());
        end(reason);
        client.exchangeRefused(refusal, facts, isRequestComplete);
    }

    /** The client has a part of the response: it must not take it for the whole. */
    private void cutOff(EndReason reason) {
        abandonConnection();
        end(reason);
        client.abort();
    }

    private void abandonConnection() {
        if (connection != null) {
            connection.abandon();
            connection = null;
        }
    }

    private void end(EndReason reason) {
        phase = Phase.ENDED;
        attempts.leave();
        record.end(reason);
    }
}
