package org.ringlet.store.ring;

/**
 * Until when, and in which view, an srun may answer from its own copies without asking: every srun that it sees alive
 * has granted it that.
 */
record Trust(View view, boolean granted, long until) {
    static Trust none(View view) {
        return new Trust(view, false, 0);
    }

    boolean isValid(long now) {
        return granted && now - until < 0;
    }
}
