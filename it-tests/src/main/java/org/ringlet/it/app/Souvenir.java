package org.ringlet.it.app;

import java.io.Serializable;

/** A class of the application that a later version of it may lack. */
final class Souvenir implements Serializable {
    private static final long serialVersionUID = 1;

    private final String inscription;

    Souvenir(String inscription) {
        this.inscription = inscription;
    }

    @Override
    public String toString() {
        return inscription;
    }
}
