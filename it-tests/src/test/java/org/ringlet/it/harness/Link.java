package org.ringlet.it.harness;

/** The line between the ring ports of two sruns, each of which dials the other through it. It can be cut. */
public final class Link implements AutoCloseable {
    private final CuttingProxy toFirst;
    private final CuttingProxy toSecond;

    private Link(CuttingProxy toFirst, CuttingProxy toSecond) {
        this.toFirst = toFirst;
        this.toSecond = toSecond;
    }

    static Link between(int firstRingPort, int secondRingPort) {
        return new Link(CuttingProxy.to(firstRingPort), CuttingProxy.to(secondRingPort));
    }

    /** Where the second srun finds the first. */
    int portOfFirst() {
        return toFirst.port();
    }

    /** Where the first srun finds the second. */
    int portOfSecond() {
        return toSecond.port();
    }

    /** From now on nothing passes, and neither side is told. */
    public void cut() {
        toFirst.cut();
        toSecond.cut();
    }

    /** All passes again, what was held up first: as TCP does after a short cut. */
    public void heal() {
        toFirst.heal();
        toSecond.heal();
    }

    /** All passes again, but the connections that there were are lost: as TCP does after a long cut. */
    public void healWithLoss() {
        toFirst.healWithLoss();
        toSecond.healWithLoss();
    }

    @Override
    public void close() {
        toFirst.close();
        toSecond.close();
    }
}
