package org.ringlet.store.ring;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ringlet.session.SessionKey;

/**
 * Which of its sessions an srun shares with which other, in one view: those that the other is to have. Found in one pass,
 * however many sruns there are. Sessions that come later in the same view are not in it: whoever brings them brings them to
 * both holders.
 */
record Shares(View view, Map<Integer, List<SessionKey>> bySrun) {
    static Shares of(View view, int self, Replicas replicas) {
        Map<Integer, List<SessionKey>> bySrun = new HashMap<>();
        replicas.forEach((key, replica) -> {
            add(view.first(key.id()), self, key, bySrun);
            add(view.second(key.id()), self, key, bySrun);
        });
        return new Shares(view, bySrun);
    }

    private static void add(int holder, int self, SessionKey key, Map<Integer, List<SessionKey>> bySrun) {
        if (holder != self && holder != View.NOBODY) {
            bySrun.computeIfAbsent(holder, srun -> new ArrayList<>()).add(key);
        }
    }

    List<SessionKey> with(int srun) {
        return bySrun.getOrDefault(srun, List.of());
    }
}
