package org.ringlet.store.ring;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ringlet.session.Revision;
import org.ringlet.session.SessionKey;

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
    private static final int SESSIONS_PER_COPIES = 50;

    private final int self;
    private final Membership membership;
    private final Replicas replicas;
    private final Calls calls;
    private final Map<Integer, Job> jobs = new HashMap<>();
    private final Map<Integer, Index> indices = new HashMap<>();

    /** How far an srun has been brought, in one view. */
    private static final class Job {
        final View view;
        final boolean includesMissing;
        final Map<SessionKey, Replica> surplus = new HashMap<>();
        boolean running = true;
        boolean upToDate;
        boolean finished;

        Job(View view, boolean includesMissing) {
            this.view = view;
            this.includesMissing = includesMissing;
        }
    }

    /** The sessions of this srun by the digests of their keys, while another one offers its own. */
    private record Index(long view, Map<Long, SessionKey> keys) {}

    private record Offered(SessionKey key, Question.Listed listed) {}

    Repair(int self, Membership membership, Replicas replicas, Calls calls) {
        this.self = self;
        this.membership = membership;
        this.replicas = replicas;
        this.calls = calls;
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

    private boolean isComplete(int srun) {
        Job job = jobs.get(srun);
        return job != null && job.finished && job.includesMissing && isCurrent(job);
    }

    private boolean isCurrent(Job job) {
        return job.view == membership.view();
    }

    void viewChanged() {
        jobs.clear();
        indices.clear();
    }

    /** Begins what is to be done for an srun and is not being done. */
    void attend(Peer peer) {
        if (!peer.isLive() || !peer.seesSameAs(membership.view())) {
            return;
        }
        Job job = jobs.get(peer.index);
        boolean isLasting = membership.isLasting();
        boolean isEnough = job != null && (job.running || (job.finished && (job.includesMissing || !isLasting)));
        if (!isEnough) {
            start(peer.index, isLasting, job != null && job.upToDate);
        }
    }

    /** Offers again what this srun need not have and still has, because it came after the offer or has changed since. */
    void attendSurplus() {
        if (!isComplete()) {
            return;
        }
        View view = membership.view();
        Set<Integer> holders = new HashSet<>();
        replicas.forEach((key, replica) -> {
            if (!view.holds(self, key.id())) {
                holders.add(view.first(key.id()));
                holders.add(view.second(key.id()));
            }
        });
        holders.remove(View.NOBODY);
        holders.forEach(srun -> start(srun, true, true));
    }

    /** @param isUpToDate so it stays, while what it lacks is sent */
    private void start(int srun, boolean includesMissing, boolean isUpToDate) {
        Job job = new Job(membership.view(), includesMissing);
        job.upToDate = isUpToDate;
        jobs.put(srun, job);
        List<Long> sums = sums(srun, job.view);
        calls.call(
                srun,
                new Question.Compare(job.view.id(), sums),
                reply -> {
                    if (reply instanceof Reply.Differing differing && isRunning(srun, job)) {
                        offer(srun, job, toOffer(srun, job, Set.copyOf(differing.ranges())), 0);
                    } else {
                        job.running = false;
                    }
                },
                failure -> job.running = false);
    }

    private boolean isRunning(int srun, Job job) {
        return jobs.get(srun) == job && isCurrent(job);
    }

    private List<Long> sums(int srun, View view) {
        long[] sums = new long[Digest.RANGES];
        replicas.forEach((key, replica) -> {
            if (areHolders(srun, key, view)) {
                long digest = Digest.of(key);
                sums[Digest.range(digest)] += Digest.of(digest, replica);
            }
        });
        List<Long> boxed = new ArrayList<>(sums.length);
        for (long sum : sums) {
            boxed.add(sum);
        }
        return boxed;
    }

    private boolean areHolders(int srun, SessionKey key, View view) {
        return view.holds(self, key.id()) && view.holds(srun, key.id());
    }

    private List<Offered> toOffer(int srun, Job job, Set<Integer> ranges) {
        List<Offered> offered = new ArrayList<>();
        replicas.forEach((key, replica) -> {
            if (!job.view.holds(srun, key.id())) {
                return;
            }
            long digest = Digest.of(key);
            boolean isSurplus = !job.view.holds(self, key.id());
            if (isSurplus) {
                job.surplus.put(key, replica);
            }
            if (isSurplus || ranges.contains(Digest.range(digest))) {
                offered.add(new Offered(key, new Question.Listed(digest, Digest.of(replica))));
            }
        });
        offered.sort((a, b) -> Long.compare(a.listed().key(), b.listed().key()));
        return offered;
    }

    private void offer(int srun, Job job, List<Offered> offered, int from) {
        if (from >= offered.size()) {
            finish(job);
            return;
        }
        int to = Math.min(offered.size(), from + SESSIONS_PER_OFFER);
        List<Offered> chunk = offered.subList(from, to);
        List<Question.Listed> listed = chunk.stream().map(Offered::listed).toList();
        calls.call(
                srun,
                new Question.Offer(job.view.id(), listed, job.includesMissing),
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
        List<SessionKey> now = keys.subList(0, Math.min(keys.size(), SESSIONS_PER_COPIES));
        List<SessionKey> rest = keys.subList(now.size(), keys.size());
        List<Question.Copy> copies = now.stream()
                .map(key -> new Question.Copy(key, replicas.state(key, Revision.NONE)))
                .toList();
        calls.call(
                srun,
                new Question.Copies(job.view.id(), copies),
                reply -> {
                    if (reply instanceof Reply.Kept && isRunning(srun, job)) {
                        copy(srun, job, rest, next);
                    } else {
                        job.running = false;
                    }
                },
                failure -> job.running = false);
    }

    private void finish(Job job) {
        job.running = false;
        job.upToDate = true;
        job.finished = true;
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
        indices.remove(srun);
        List<Long> ours = sums(srun, view);
        List<Integer> differing = new ArrayList<>();
        for (int range = 0; range < Digest.RANGES; range++) {
            if (!ours.get(range).equals(question.sums().get(range))) {
                differing.add(range);
            }
        }
        return new Reply.Differing(differing);
    }

    Reply offered(int srun, Question.Offer offer) {
        if (offer.view() != membership.view().id()) {
            return new Reply.Refused("another view");
        }
        Index index = index(srun, offer.view());
        List<Long> wanted = new ArrayList<>();
        for (Question.Listed listed : offer.sessions()) {
            @Nullable SessionKey key = index.keys().get(listed.key());
            @Nullable Replica ours = key == null ? null : replicas.get(key);
            boolean isWanted = ours == null ? offer.missing() : Digest.of(ours) != listed.state();
            if (isWanted) {
                wanted.add(listed.key());
            }
        }
        return new Reply.Wanted(wanted);
    }

    private Index index(int srun, long view) {
        Index known = indices.get(srun);
        if (known != null && known.view() == view) {
            return known;
        }
        Map<Long, SessionKey> keys = new HashMap<>();
        replicas.forEach((key, replica) -> keys.put(Digest.of(key), key));
        Index index = new Index(view, keys);
        indices.put(srun, index);
        return index;
    }

    Reply copied(Question.Copies copies) {
        if (copies.view() != membership.view().id()) {
            return new Reply.Refused("another view");
        }
        for (Question.Copy copy : copies.copies()) {
            replicas.absorb(copy.key(), copy.state());
        }
        return new Reply.Kept();
    }

    /** For the status: whom it works for. */
    Set<Integer> running() {
        Set<Integer> running = new HashSet<>();
        jobs.forEach((srun, job) -> {
            if (job.running) {
                running.add(srun);
            }
        });
        return running;
    }
}
