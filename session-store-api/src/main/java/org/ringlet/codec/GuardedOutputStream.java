package org.ringlet.codec;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.lang.invoke.SerializedLambda;
import java.util.Optional;
import java.util.function.Consumer;

/** An {@link ObjectOutputStream} that asks the filter about every class and refuses what is nested too deep. */
final class GuardedOutputStream extends ObjectOutputStream {
    /** One object can be one level deeper than the last, so looking at each in so many is enough. */
    private static final int DEPTH_CHECK_INTERVAL = 64;

    private static final StackWalker STACK = StackWalker.getInstance();

    private final AppClasses classes;
    private final int maxDepth;
    private final Consumer<Object> observer;
    private int objects;

    GuardedOutputStream(OutputStream out, AppClasses classes, int maxDepth, Consumer<Object> observer)
            throws IOException {
        super(out);
        this.classes = classes;
        this.maxDepth = maxDepth;
        this.observer = observer;
        enableReplaceObject(true);
    }

    /** None: it is the same in all, and the frame says what this is. */
    @Override
    protected void writeStreamHeader() {}

    @Override
    protected void annotateClass(Class<?> type) {
        refuse(classes.refusal(type));
    }

    @Override
    protected void annotateProxyClass(Class<?> type) {
        refuse(classes.refusal(type));
    }

    @Override
    protected Object replaceObject(Object object) {
        if (++objects % DEPTH_CHECK_INTERVAL == 0) {
            checkDepth();
        }
        if (object instanceof SerializedLambda lambda) {
            refuse(classes.refusal(lambda.getImplClass().replace('/', '.')));
        }
        observer.accept(object);
        return object;
    }

    /** A stream tells nobody how deep it is, but what it does for each level stands on the stack. */
    private void checkDepth() {
        long depth = STACK.walk(
                frames -> frames.filter(frame -> frame.getMethodName().equals("writeObject0"))
                        .count());
        if (depth + DEPTH_CHECK_INTERVAL > maxDepth) {
            throw new UnstorableAttributeException("its objects are nested deeper than the limit of " + maxDepth);
        }
    }

    private static void refuse(Optional<String> refusal) {
        if (refusal.isPresent()) {
            throw new ClassRefused(refusal.get());
        }
    }
}
