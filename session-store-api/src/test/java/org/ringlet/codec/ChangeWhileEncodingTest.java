package org.ringlet.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Values that other threads use while they are written, and codecs that many threads use. */
class ChangeWhileEncodingTest {
    private static final AttributeCodec CODEC =
            AttributeCodec.kryo(CodecSettings.of(ChangeWhileEncodingTest.class.getClassLoader()));

    /** Adds to the list that it is in while that is being written, so many times. */
    static final class Meddler implements Serializable {
        private final transient List<Object> list;
        private transient int timesLeft;

        Meddler(List<Object> list, int times) {
            this.list = list;
            this.timesLeft = times;
        }

        private void writeObject(ObjectOutputStream out) {
            if (timesLeft-- > 0) {
                list.add("more");
            }
        }
    }

    private static List<Object> listThatChanges(int times) {
        List<Object> list = new ArrayList<>();
        list.add(new Meddler(list, times));
        list.add("last");
        return list;
    }

    @Test
    void aChangeIsMetWithAnotherAttempt() {
        List<Object> list = listThatChanges(2);
        assertThat((List<?>) CODEC.decode(CODEC.encode(list))).hasSize(4);
    }

    @Test
    void changesWithoutEndAreReportedAsSuch() {
        assertThatThrownBy(() -> CODEC.encode(listThatChanges(Integer.MAX_VALUE)))
                .isInstanceOf(UnstorableAttributeException.class)
                .hasCauseInstanceOf(ConcurrentModificationException.class);
    }

    @Test
    @SuppressWarnings("unchecked")
    void aConcurrentMapIsWrittenWhileItChanges() throws Exception {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        for (int i = 0; i < 1000; i++) {
            map.put(i, i);
        }
        Set<Integer> always = Set.copyOf(map.keySet());
        AtomicBoolean done = new AtomicBoolean();
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try {
            Future<?> changes = threads.submit(() -> {
                for (int i = 1000; !done.get(); i++) {
                    map.put(i, i);
                    map.remove(i);
                }
            });
            for (int i = 0; i < 200; i++) {
                assertThat(((ConcurrentHashMap<Integer, Integer>) CODEC.decode(CODEC.encode(map))).keySet())
                        .containsAll(always);
            }
            done.set(true);
            changes.get();
        } finally {
            done.set(true);
            threads.shutdownNow();
        }
    }

    @Test
    void manyThreadsShareACodec() throws Exception {
        List<Sample> samples = NeverDifferentFromJavaTest.samples();
        Callable<Void> work = () -> {
            for (Sample sample : samples) {
                Object value = sample.value().get();
                sample.check().accept(value, CODEC.decode(CODEC.encode(value)));
            }
            return null;
        };
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            for (Future<Void> result : threads.invokeAll(Collections.nCopies(24, work))) {
                result.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
