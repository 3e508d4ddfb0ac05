package org.ringlet.store.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ringlet.cluster.Ring;

class PeerTest {
    private static final Duration LEASE = Duration.ofMillis(1500);
    private static final Duration ACK_TIMEOUT = Duration.ofSeconds(2);
    private static final Ring RING = Ring.of(List.of(Simulation.srun(0), Simulation.srun(1), Simulation.srun(2)));
    private static final View BOTH = view(0, 1);
    private static final View ALL = view(0, 1, 2);

    private final Peer peer = new Peer(1, 0);

    /**
     * Events: C a connection is being made, U it is up, D it could not be made, G it was refused, s the peer is suspected,
     * h it is heard.
     */
    @ParameterizedTest(name = "after {0}: {1}, live {2}")
    @CsvSource(
            textBlock =
                    """
            '',    CONNECTING, false
            h,     CONNECTING, false
            s,     CONNECTING, false
            U,     UP,         true
            Uh,    UP,         true
            Us,    UP,         false
            Uss,   UP,         false
            Ush,   UP,         true
            UsU,   UP,         true
            UC,    CONNECTING, false
            UsC,   CONNECTING, false
            UCU,   UP,         true
            UsCU,  UP,         true
            D,     DOWN,       false
            G,     DOWN,       false
            Dh,    DOWN,       false
            UD,    DOWN,       false
            UG,    DOWN,       false
            UCD,   DOWN,       false
            UCG,   DOWN,       false
            UDC,   CONNECTING, false
            UDU,   UP,         true
            UGU,   UP,         true
            """)
    void followsTheTable(String events, Peer.Link link, boolean isLive) {
        tell(events, 0);

        assertThat(peer.link()).isEqualTo(link);
        assertThat(peer.isLive()).isEqualTo(isLive);
    }

    @ParameterizedTest(name = "{0} at {1} ms: silent at {2} ms: {3}")
    @CsvSource(
            textBlock =
                    """
            '', 0,    2000, false
            '', 0,    2001, true
            U,  100,  2100, false
            U,  100,  2101, true
            h,  100,  2100, false
            h,  100,  2101, true
            x,  5000, 7000, false
            x,  5000, 7001, true
            C,  100,  2001, true
            D,  100,  2001, true
            s,  100,  2001, true
            """)
    void isSilentFromItsLastWordOn(String event, long at, long now, boolean isSilent) {
        tell(event, at);

        assertThat(peer.isSilentFor(ACK_TIMEOUT, nanos(now))).isEqualTo(isSilent);
    }

    @ParameterizedTest(name = "asked at {0} ms, answered whenever: until {1} ms")
    @CsvSource({"0, 1500", "400, 1900", "-700, 800"})
    void aLeaseCountsFromWhenItWasAskedFor(long asked, long until) {
        grantedBy(peer.ping(BOTH, nanos(asked)));

        assertThat(peer.isLeasedIn(BOTH)).isTrue();
        assertThat(peer.leasedUntil()).isEqualTo(nanos(until));
    }

    @ParameterizedTest(name = "granted, and then {0}: leased {1}")
    @CsvSource({"'', true", "h, true", "s, false", "sh, false", "C, false", "D, false", "G, false", "U, false"})
    void aLeaseEndsWithTheConnectionAndWithSuspicion(String events, boolean isLeased) {
        tell("U", 0);
        grantedBy(peer.ping(BOTH, 0));
        tell(events, 100);

        assertThat(peer.isLeasedIn(BOTH)).isEqualTo(isLeased);
    }

    @Test
    void aLeaseIsForTheViewThatItWasAskedIn() {
        grantedBy(peer.ping(BOTH, 0));

        assertThat(peer.isLeasedIn(ALL)).isFalse();
    }

    @Test
    void anAnswerThatGrantsNothingEndsTheLease() {
        grantedBy(peer.ping(BOTH, 0));
        Message.Ping next = peer.ping(BOTH, nanos(500));
        peer.ponged(new Message.Pong(next.number(), BOTH.id(), false), LEASE);

        assertThat(peer.isLeasedIn(BOTH)).isFalse();
    }

    @ParameterizedTest(name = "{0} pings later: leased {1}")
    @CsvSource({"0, true", "15, true", "16, false", "17, false", "1000, false"})
    void anAnswerToAPingOfLongAgoGrantsNothing(int later, boolean isLeased) {
        Message.Ping ping = peer.ping(BOTH, 0);
        for (int i = 1; i <= later; i++) {
            peer.ping(BOTH, nanos(i));
        }
        grantedBy(ping);

        assertThat(peer.isLeasedIn(BOTH)).isEqualTo(isLeased);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 0, 2, 17, Long.MIN_VALUE, Long.MAX_VALUE})
    void anAnswerToAPingThatNeverWasGrantsNothing(long number) {
        peer.ping(BOTH, 0);
        peer.ponged(new Message.Pong(number, BOTH.id(), true), LEASE);

        assertThat(peer.isLeasedIn(BOTH)).isFalse();
    }

    @ParameterizedTest(name = "granted until 1500 ms, and then {0}: still bound at {1} ms: {2}")
    @CsvSource(
            textBlock =
                    """
            '',  1499, true
            '',  1500, false
            s,   1499, true
            C,   1499, true
            D,   1499, true
            CU,  1499, true
            G,   0,    false
            CG,  0,    false
            """)
    void aGrantBindsUntilItHasRunOutOrTheProcessIsGone(String events, long now, boolean isBound) {
        tell("U", 0);
        peer.grant(BOTH, nanos(1500));
        tell(events, 0);

        assertThat(peer.grantedView(nanos(now))).isEqualTo(isBound ? BOTH : null);
    }

    private void grantedBy(Message.Ping ping) {
        peer.ponged(new Message.Pong(ping.number(), ping.view(), true), LEASE);
    }

    private void tell(String events, long millis) {
        events.chars().forEach(event -> tell((char) event, nanos(millis)));
    }

    private void tell(char event, long now) {
        switch (event) {
            case 'C' -> peer.connecting();
            case 'U' -> peer.connected(now);
            case 'D' -> peer.down(false);
            case 'G' -> peer.down(true);
            case 's' -> peer.suspect();
            case 'h' -> peer.heard(now);
            case 'x' -> peer.excuse(now);
            default -> throw new IllegalArgumentException("no event: " + event);
        }
    }

    private static long nanos(long millis) {
        return Duration.ofMillis(millis).toNanos();
    }

    private static View view(int... live) {
        BitSet sruns = new BitSet();
        for (int srun : live) {
            sruns.set(srun);
        }
        return View.of(RING, sruns);
    }
}
