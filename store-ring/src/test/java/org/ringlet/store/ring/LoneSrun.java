package org.ringlet.store.ring;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ringlet.cluster.Ring;
import org.ringlet.cluster.RingSettings;

/**
 * The membership of srun a, alone with its clock, and a script of what comes from the others; what it sends to them is
 * remembered. A script is a row of words:
 *
 * <pre>
 * b:up          there is a connection to b
 * b:lost        there is none any more, and a new one is being made
 * b:unreachable none could be made
 * b:refused     b's process is gone
 * b:speaks      b says something
 * b:asks        b asks for a grant; it sees what a sees, and is up to date
 * b:grants      b grants what a has asked last
 * b:denies      b doesn't
 * 500ms         time passes, with a heartbeat every 500 ms
 * stall:3000ms  time passes, and a's JVM is stopped
 * </pre>
 */
final class LoneSrun implements Membership.Listener {
    static final int SELF = 0;

    private final RingSettings settings;
    /** Its clock passes zero on the way, as a {@code nanoTime} may. */
    private final ManualLoop loop = new ManualLoop(-1_000_000_000);

    private final RecordingNetwork network = new RecordingNetwork();
    private final List<View> views = new ArrayList<>();
    private final Membership membership;

    LoneSrun(int sruns, RingSettings settings) {
        this.settings = settings;
        Ring ring = Ring.of(IntStream.range(0, sruns).mapToObj(Simulation::srun).toList());
        membership = new Membership(SELF, ring, settings, loop, network, this);
        beat();
    }

    private void beat() {
        membership.tick();
        loop.after(settings.heartbeat(), this::beat);
    }

    /** An srun's index by its letter. */
    static int index(String letter) {
        return letter.charAt(0) - 'a';
    }

    Membership membership() {
        return membership;
    }

    long nanoTime() {
        return loop.nanoTime();
    }

    /** All views after the first. */
    List<View> views() {
        return views;
    }

    RecordingNetwork network() {
        return network;
    }

    /** The letters of those that are seen alive. */
    String up() {
        return IntStream.range(0, 26)
                .filter(membership.view()::isLive)
                .mapToObj(srun -> Character.toString('a' + srun))
                .collect(Collectors.joining(" "));
    }

    boolean isTrusted() {
        return membership.trust().isValid(loop.nanoTime());
    }

    LoneSrun after(String script) {
        for (String word : script.split(" ", -1)) {
            if (!word.isEmpty()) {
                happens(word);
            }
        }
        return this;
    }

    private void happens(String word) {
        String[] parts = word.split(":", 2);
        if (parts.length == 1) {
            loop.elapse(millis(word));
        } else if (parts[0].equals("stall")) {
            loop.stall(millis(parts[1]));
        } else {
            happens(index(parts[0]), parts[1]);
        }
    }

    private void happens(int srun, String what) {
        switch (what) {
            case "up" -> membership.connected(srun);
            case "lost" -> membership.connecting(srun);
            case "unreachable" -> membership.down(srun, false);
            case "refused" -> membership.down(srun, true);
            case "speaks" -> membership.heard(srun);
            case "asks" -> asks(srun);
            case "grants" -> answers(srun, true);
            case "denies" -> answers(srun, false);
            default -> throw new IllegalArgumentException("nothing that happens: " + what);
        }
        loop.runSoon();
    }

    private void asks(int srun) {
        membership.heard(srun);
        membership.pinged(srun, new Message.Ping(1, membership.view().id()), true);
    }

    private void answers(int srun, boolean grants) {
        membership.heard(srun);
        Message.Ping ping = network.lastPingTo(srun);
        membership.ponged(srun, new Message.Pong(ping.number(), ping.view(), grants));
    }

    private static Duration millis(String text) {
        if (!text.endsWith("ms")) {
            throw new IllegalArgumentException("no time: " + text);
        }
        return Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2)));
    }

    @Override
    public void viewChanged(View now) {
        views.add(now);
    }
}
