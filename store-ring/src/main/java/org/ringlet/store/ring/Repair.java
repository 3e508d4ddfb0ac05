package org.ringlet.store.ring;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.ringlet.session.Revision;
import org.ringlet.session.SessionKey;
import org.ringlet.store.StoreUnavailableException;

/**
 * Brings the other sruns up to date in each new view: what this srun has of their sessions and they have otherwise is
 * sent to them, first of all so that they can be granted trust; then, once the view has lasted, what they have not at
 * all, so that every session is on two sruns again. Copies that this srun need not have any more go in the end.
 *
 * <p>Each srun does this to each; since all copies merge, two that have done it to each other have the same. Sessions that
 * both hold are compared by ranges first. Confined to the loop.
 */
final class Repair {
    private static final int SESSIONS_PER_OFFER = 500;

    /** What the loops of both sruns are busy with for less than a user notices. */
    private static final int BYTES_PER_COPIES = 64 << 10;

    /** A quarter of what a loop can do: the rest is for requests. */
    private static final int BYTES_PER_SECOND = 16 << 20;

    private static final int WORTH_A_LOG_ENTRY = 1000;
    private static final Set<Integer> ALL_RANGES =
            IntStream.range(0, Digest.RANGES).boxed().collect(Collectors.toUnmodifiableSet());

    private static final System.Logger LOG = System.getLogger(Repair.class.getName());
    private final int self;
    private final Duration patience;
    private final Loop loop;
    private final Membership membership;
    private final Replicas replicas;
    private final Calls calls;
    private final Map<Integer, Job> jobs = new HashMap<>();
    private @Nullable Shares shares;

    /** The sessions of this srun by the digests of their keys, while others offer theirs; null if nobody does. */
    private @Nullable Map<Long, SessionKey> index;

    private boolean isIndexUsed;

    /** How far an srun has been brought, in one view. */
    private static final class Job {
        final View view;
        final boolean includesMissing;
        final Map<SessionKey, Replica> surplus = new HashMap<>();
        final long began;
        boolean running = true;
        boolean isOneSided;
        boolean upToDate;
        boolean finished;
        int copied;

        Job(View view, boolean includesMissing, long began) {
            this.view = view;
            this.includesMissing = includesMissing;
            this.began = began;
        }

        long viewId() {
            return isOneSided ? Question.ANY_VIEW : view.id();
        }
    }

    private record Offered(SessionKey key, Question.Listed listed) {}

    Repair(RingNode.Identity identity, Loop loop, Membership membership, Replicas replicas, Calls calls) {
        this.self = identity.self();
        this.patience = identity.settings().deadTime().multipliedBy(2);
        this.loop = loop;
        this.membership = membership;
        this.replicas = replicas;
        this.calls = calls;
        replicas.whenNew(this::noteNew);
    }

    private void noteNew(SessionKey key) {
        if (index != null) {
            index.put(Digest.of(key), key);
        }
    }

    /** Whether an srun has been told, in this view, all that is known here of what it has. */
    boolean isUpToDate(int srun) {
        Job job = jobs.get(srun);
        return job != null && job.upToDate && isCurrent(job);
    }

    /** Whether every other srun has, in this view, all that it is to have of what is here. */
    boolean isComplete() {
        return membership.live().stream().allMatch(peer -> isComplete(peer.index));
    }

    /** Whether an srun has, in this view, all that it is to have of what is here. */
    boolean isComplete(int srun) {
        Job job = jobs.get(srun);
        return job != null && job.finished && job.includesMissing && !job.isOneSided && isCurrent(job);
    }

    private boolean isCurrent(Job job) {
        return job.view == membership.view();
    }

    void viewChanged() {
        jobs.clear();
        shares = null;
        index = null;
    }

    /** Begins what is to be done for an srun and is not being done. */
    void attend(Peer peer) {
        if (!peer.isLive()) {
            return;
        }
        Job job = jobs.get(peer.index);
        if (!peer.seesSameAs(membership.view())) {
            if (job == null && membership.isLasting() && membership.isSettledFor(patience)) {
                offerAll(peer.index);
            }
            return;
        }
        // first, since all are looked at to know whether the view lasts
        if (job != null && (job.running || (job.finished && job.includesMissing && !job.isOneSided))) {
            return;
        }
        boolean isLasting = membership.isLasting();
        if (job == null || !job.finished || job.isOneSided || isLasting) {
            start(peer.index, isLasting, job != null && job.upToDate);
        }
    }

    /**
     * Sends an srun that goes on to see others than this one does what it is to have: a link between two others may be
     * broken. It is granted nothing for that.
     */
    private void offerAll(int srun) {
        Job job = new Job(membership.view(), true, loop.nanoTime());
        job.isOneSided = true;
        jobs.put(srun, job);
        offer(srun, job, toOffer(shares().with(srun), job, ALL_RANGES), 0);
    }

    /** Offers again what this srun need not have and still has, because it came after the offer or has changed since. */
    void offerAgain(Set<Integer> holders) {
        if (isComplete()) {
            shares = null;
            index = null;
            holders.stream().filter(srun -> srun != View.NOBODY).forEach(srun -> start(srun, true, true));
        }
    }

    /** @param isUpToDate so it stays, while what it lacks is sent */
    private void start(int srun, boolean includesMissing, boolean isUpToDate) {
        Job job = new Job(membership.view(), includesMissing, loop.nanoTime());
        job.upToDate = isUpToDate;
        jobs.put(srun, job);
        List<SessionKey> shared = shares().with(srun);
        if (shared.isEmpty()) {
            finish(srun, job);
            return;
        }
        calls.call(
                srun,
                new Question.Compare(job.view.id(), sums(shared, job.view)),
                reply -> {
                    if (reply instanceof Reply.Differing differing && isRunning(srun, job)) {
                        offer(srun, job, toOffer(shared, job, Set.copyOf(differing.ranges())), 0);
                    } else {
                        job.running = false;
                    }
                },
                failure -> job.running = false);
    }

    private Shares shares() {
        Shares known = shares;
        if (known == null || known.view() != membership.view()) {
            known = Shares.of(membership.view(), self, replicas);
            shares = known;
        }
        return known;
    }

    private boolean isRunning(int srun, Job job) {
        return jobs.get(srun) == job && isCurrent(job);
    }

    /** Of those that this srun is to have too. */
    private List<Long> sums(List<SessionKey> shared, View view) {
        long[] sums = new long[Digest.RANGES];
        for (SessionKey key : shared) {
            Replica replica = replicas.peek(key);
            if (replica != null && view.holds(self, key.id())) {
                long digest = Digest.of(key);
                sums[Digest.range(digest)] += Digest.of(digest, replica);
            }
        }
        List<Long> boxed = new ArrayList<>(sums.length);
        for (long sum : sums) {
            boxed.add(sum);
        }
        return boxed;
    }

    private List<Offered> toOffer(List<SessionKey> shared, Job job, Set<Integer> ranges) {
        List<Offered> offered = new ArrayList<>();
        for (SessionKey key : shared) {
            Replica replica = replicas.peek(key);
            if (replica == null) {
                continue;
            }
            long digest = Digest.of(key);
            boolean isSurplus = !job.view.holds(self, key.id());
            if (isSurplus) {
                job.surplus.put(key, replica);
            }
            if (isSurplus || ranges.contains(Digest.range(digest))) {
                offered.add(new Offered(key, new Question.Listed(digest, Digest.of(replica))));
            }
        }
        return offered;
    }

    private void offer(int srun, Job job, List<Offered> offered, int from) {
        if (from >= offered.size()) {
            finish(srun, job);
            return;
        }
        int to = Math.min(offered.size(), from + SESSIONS_PER_OFFER);
        List<Offered> chunk = offered.subList(from, to);
        List<Question.Listed> listed = chunk.stream().map(Offered::listed).toList();
        calls.call(
                srun,
                new Question.Offer(job.viewId(), listed, job.includesMissing),
                reply -> {
                    if (reply instanceof Reply.Wanted wanted && isRunning(srun, job)) {
                        List<SessionKey> keys = wanted(chunk, Set.copyOf(wanted.keys()));
                        copy(srun, job, keys, () -> offer(srun, job, offered, to));
                    } else {
                        job.running = false;
                    }
                },
                failure -> job.running = false);
    }

    private static List<SessionKey> wanted(List<Offered> chunk, Set<Long> digests) {
        return chunk.stream()
                .filter(session -> digests.contains(session.listed().key()))
                .map(Offered::key)
                .toList();
    }

    private void copy(int srun, Job job, List<SessionKey> keys, Runnable next) {
        if (keys.isEmpty()) {
            next.run();
            return;
        }
        List<Question.Copy> copies = new ArrayList<>();
        long size;
        try {
            size = addCopies(keys, copies);
        } catch (StoreUnavailableException e) {
            LOG.log(Level.DEBUG, "copies for srun " + srun + " can't be read now", e);
            job.running = false;
            return;
        }
        List<SessionKey> rest = keys.subList(copies.size(), keys.size());
        calls.call(
                srun,
                new Question.Copies(job.viewId(), copies),
                reply -> {
                    if (reply instanceof Reply.Kept && isRunning(srun, job)) {
                        job.copied += copies.size();
                        loop.after(pauseAfter(size), () -> goOn(srun, job, () -> copy(srun, job, rest, next)));
                    } else {
                        job.running = false;
                    }
                },
                failure -> job.running = false);
    }

    /** Adds what the next message has room for, one session at least. Returns how many bytes that are, about. */
    private long addCopies(List<SessionKey> keys, List<Question.Copy> copies) {
        long size = 0;
        for (SessionKey key : keys) {
            if (size >= BYTES_PER_COPIES) {
                break;
            }
            State state = replicas.state(key, Revision.NONE);
            copies.add(new Question.Copy(key, state));
            size += state instanceof State.Alive alive ? alive.record().size() : 1;
        }
        return size;
    }

    private static Duration pauseAfter(long bytes) {
        return Duration.ofNanos(TimeUnit.SECONDS.toNanos(bytes) / BYTES_PER_SECOND);
    }

    private void goOn(int srun, Job job, Runnable step) {
        if (isRunning(srun, job)) {
            step.run();
        }
    }

    private void finish(int srun, Job job) {
        job.running = false;
        job.upToDate = !job.isOneSided;
        job.finished = true;
        if (job.copied >= WORTH_A_LOG_ENTRY) {
            Duration took = Duration.ofNanos(loop.nanoTime() - job.began);
            LOG.log(
                    Level.INFO,
                    "srun " + srun + " got copies of " + job.copied + " sessions in " + took.toMillis() + " ms");
        }
        dropSurplus(job);
    }

    /** Forgets what both of its holders have by now, and nobody has changed here since it was offered. */
    private void dropSurplus(Job finished) {
        finished.surplus.forEach((key, replica) -> {
            if (isWith(finished.view.first(key.id()), key) && isWith(finished.view.second(key.id()), key)) {
                replicas.forget(key, replica);
            }
        });
    }

    private boolean isWith(int holder, SessionKey key) {
        Job job = jobs.get(holder);
        return job != null && isComplete(holder) && job.surplus.containsKey(key);
    }

    // what others do to this srun

    Reply compare(int srun, Question.Compare question) {
        View view = membership.view();
        if (question.view() != view.id() || question.sums().size() != Digest.RANGES) {
            return new Reply.Refused("another view");
        }
        List<Long> ours = sums(shares().with(srun), view);
        List<Integer> differing = new ArrayList<>();
        for (int range = 0; range < Digest.RANGES; range++) {
            if (!ours.get(range).equals(question.sums().get(range))) {
                differing.add(range);
            }
        }
        return new Reply.Differing(differing);
    }

    Reply offered(Question.Offer offer) {
        if (isAnother(offer.view())) {
            return new Reply.Refused("another view");
        }
        Map<Long, SessionKey> keys = index();
        List<Long> wanted = new ArrayList<>();
        for (Question.Listed listed : offer.sessions()) {
            @Nullable SessionKey key = keys.get(listed.key());
            @Nullable Replica ours = key == null ? null : replicas.peek(key);
            boolean isWanted = ours == null ? offer.missing() : Digest.of(ours) != listed.state();
            if (isWanted) {
                wanted.add(listed.key());
            }
        }
        return new Reply.Wanted(wanted);
    }

    private boolean isAnother(long view) {
        return view != Question.ANY_VIEW && view != membership.view().id();
    }

    private Map<Long, SessionKey> index() {
        isIndexUsed = true;
        Map<Long, SessionKey> known = index;
        if (known == null) {
            Map<Long, SessionKey> keys = new HashMap<>();
            replicas.forEach((key, replica) -> keys.put(Digest.of(key), key));
            index = keys;
            known = keys;
        }
        return known;
    }

    /** Lets go of what only repair needs, if nobody has asked for it since the last time. */
    void rest() {
        if (!isIndexUsed) {
            index = null;
        }
        isIndexUsed = false;
        if (isComplete()) {
            shares = null;
        }
    }

    Reply copied(Question.Copies copies) {
        if (isAnother(copies.view())) {
            return new Reply.Refused("another view");
        }
        for (Question.Copy copy : copies.copies()) {
            replicas.absorb(copy.key(), copy.state());
        }
        return new Reply.Kept();
    }
}
