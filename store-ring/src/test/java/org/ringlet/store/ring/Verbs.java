package org.ringlet.store.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ringlet.cluster.Durations;
import org.ringlet.session.SessionKey;
import org.ringlet.store.StoreFixture;

/**
 * The verbs of scenarios. Sruns are letters, {@code a} the one with index 0; of what is expected there may be
 * alternatives, as in {@code x=1 or missing}.
 *
 * <pre>
 * 3 sruns                          first of all; "3 sruns, min-acks 2"
 * the clock of b is 1h ahead       or behind
 * s1 of a and b                    a session, its owner and its backup; "s1 of a and b, timeout 1m"
 * a: create s1 x=1                 saved, if nothing else is expected; so with write, save and move
 * a: write s1 y=1 within 100ms     by a request that looks at the session first
 * a: save s1 y=1 -> ended          by a request that has looked long ago
 * a: move s1 to s2                 the session gets another id
 * a: read s1 -> x=1 y=1            or missing, ended, refused
 * a: read s1 -> all acknowledged   what was acknowledged under load, at least
 * a: end s1                        done, if nothing else is expected, or nothing; so with touch
 * a: claim s1 -> claimed           for expiry; or in use, gone
 * a: begin save s1 y=1             nobody waits for the answer; so with all of them
 * all sweep                        each srun expires what has expired
 * s1 has expired once              or never
 * a is sure of s1                  it answers from its copy without asking; "a is not sure of s1"
 * s1 is on a b                     who has a copy
 * s1 is nowhere                    nobody has one; "s1 or s2 is nowhere"
 * load on s1 at a b                users write to it there
 * load ends
 * kill a, start a, pause a, resume a, cut a b, heal a b
 * stop a, start a with its file
 * wait 5s, wait until quiet
 * </pre>
 */
final class Verbs {
    private static final String SRUN = "([a-h])";
    private static final String SESSION = "(s\\d)";

    private final Map<Pattern, Consumer<MatchResult>> verbs = new LinkedHashMap<>();
    private final Stage stage;
    private final Requests requests;
    private final RequestVerbs requestVerbs;
    private final Load load;

    Verbs(Stage stage) {
        this.stage = stage;
        this.requests = new Requests(stage);
        this.requestVerbs = new RequestVerbs(stage, requests);
        this.load = new Load(stage, requests);
        Simulation simulation = stage.simulation();
        on(SESSION + " of " + SRUN + " and " + SRUN + "(?:, timeout (\\w+))?", this::declare);
        on("the clock of " + SRUN + " is (\\w+) (ahead|behind)", this::setClock);
        on(SRUN + ": read " + SESSION + " -> all acknowledged", this::readAll);
        on(SRUN + ": (begin )?(\\w+) (.+?)(?: within (\\w+))?(?: -> (.+))?", this::request);
        on("all sweep", words -> stage.awaitAll(sweeps()));
        on(SESSION + " has expired (once|never)", words -> assertThat(requests.expirations(session(words, 1)))
                .isEqualTo(words.group(2).equals("once") ? 1 : 0));
        on(SRUN + " is (not )?sure of " + SESSION, words -> assertThat(isSure(words))
                .isEqualTo(words.group(2) == null));
        on(SESSION + " is on ((?:" + SRUN + " ?)+)", words -> assertThat(stage.copies(words.group(1)))
                .isEqualTo(sruns(words.group(2))));
        on(SESSION + "(?: or " + SESSION + ")? is nowhere", this::checkIsNowhere);
        on(
                "load on " + SESSION + " at ((?:" + SRUN + " ?)+)",
                words -> load.begin(session(words, 1), sruns(words.group(2))));
        on("load ends", words -> load.end());
        on("kill " + SRUN, words -> simulation.kill(srun(words, 1)));
        on("start " + SRUN, words -> stage.start(srun(words, 1)));
        on("stop " + SRUN, words -> stage.stop(srun(words, 1)));
        on("start " + SRUN + " with its file", words -> stage.startWithFile(srun(words, 1)));
        on("pause " + SRUN, words -> simulation.pause(srun(words, 1)));
        on("resume " + SRUN, words -> simulation.resume(srun(words, 1)));
        on("cut " + SRUN + " " + SRUN, words -> simulation.cut(srun(words, 1), srun(words, 2)));
        on("heal " + SRUN + " " + SRUN, words -> simulation.heal(srun(words, 1), srun(words, 2)));
        on("wait until quiet", words -> stage.waitUntilQuiet());
        on("wait (\\w+)", words -> simulation.run(Durations.parse(words.group(1))));
    }

    private void on(String form, Consumer<MatchResult> verb) {
        verbs.put(Pattern.compile(form), verb);
    }

    void play(String line) {
        for (Map.Entry<Pattern, Consumer<MatchResult>> verb : verbs.entrySet()) {
            Matcher words = verb.getKey().matcher(line);
            if (words.matches()) {
                verb.getValue().accept(words);
                return;
            }
        }
        throw new IllegalArgumentException("there is no such verb");
    }

    private void declare(MatchResult words) {
        stage.declare(words.group(1), srun(words, 2), srun(words, 3));
        if (words.group(4) != null) {
            requests.timeOut(session(words, 1), Durations.parse(words.group(4)));
        }
    }

    private void setClock(MatchResult words) {
        Duration distance = Durations.parse(words.group(2));
        stage.setClock(srun(words, 1), words.group(3).equals("ahead") ? distance : distance.negated());
    }

    private void checkIsNowhere(MatchResult words) {
        List<Integer> copies = stage.copies(words.group(1));
        List<Integer> othersCopies = words.group(2) == null ? copies : stage.copies(words.group(2));
        assertThat(List.of(copies, othersCopies)).contains(List.of());
    }

    private void readAll(MatchResult words) {
        String found = stage.await(requests.read(srun(words, 1), session(words, 2)));
        assertThat(load.acknowledged()).as("what was acknowledged").isNotEmpty();
        assertThat(List.of(found.split(" ", -1))).containsAll(load.acknowledged());
    }

    private void request(MatchResult words) {
        int srun = srun(words, 1);
        if (!stage.simulation().isRunning(srun)) {
            throw new IllegalArgumentException("it does not run");
        }
        boolean isAwaited = words.group(2) == null;
        String verb = words.group(3);
        CompletableFuture<String> answer =
                requestVerbs.begin(srun, verb, List.of(words.group(4).split(" ", -1)));
        if (isAwaited) {
            Duration limit = words.group(5) == null ? Stage.PATIENCE : Durations.parse(words.group(5));
            String expected = words.group(6) == null ? RequestVerbs.usualAnswer(verb) : words.group(6);
            check(stage.await(answer, limit), expected);
        }
    }

    private static void check(String found, String expected) {
        if (!List.of(expected.split(" or ", -1)).contains(found)) {
            throw new AssertionError("it is: " + found);
        }
    }

    private List<CompletableFuture<String>> sweeps() {
        return stage.simulation().running().stream()
                .flatMap(srun ->
                        stage.simulation().node(srun).sessions().expired(StoreFixture.SHOP, Duration.ZERO, 100).stream()
                                .map(key -> requests.expire(srun, key)))
                .toList();
    }

    private boolean isSure(MatchResult words) {
        return stage.simulation().node(srun(words, 1)).sessions().isSure(session(words, 3));
    }

    private SessionKey session(MatchResult words, int group) {
        return stage.session(words.group(group));
    }

    private int srun(MatchResult words, int group) {
        int srun = LoneSrun.index(words.group(group));
        if (srun >= stage.simulation().size()) {
            throw new IllegalArgumentException("there is no srun " + words.group(group));
        }
        return srun;
    }

    private static List<Integer> sruns(String letters) {
        return Arrays.stream(letters.split(" ", -1)).map(LoneSrun::index).toList();
    }
}
