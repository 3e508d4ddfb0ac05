package org.ringlet.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.ringlet.codec.AttributeCodec;
import org.ringlet.codec.CodecSettings;
import org.ringlet.session.Bytes;
import org.ringlet.session.Entry;
import org.ringlet.session.HybridClock;
import org.ringlet.session.SessionRecord;
import org.ringlet.session.Stamp;
import org.ringlet.session.Writer;

class LiveRecordTest {
    private final AtomicLong millis = new AtomicLong(1_000);
    private final AttributeCodec codec = AttributeCodec.kryo(CodecSettings.of(LiveRecordTest.class.getClassLoader()));
    private final LiveRecord record = on(0, DirtyCheck.READ);
    private final LiveRecord elsewhere = on(1, DirtyCheck.READ);

    @Test
    void whatWasSetIsAChangeUntilItIsConfirmed() {
        record.put("a", "x");

        assertThat(save(record)).isEqualTo(1);
        assertThat(save(record)).isZero();
        assertThat(record.get("a")).isEqualTo("x");
    }

    @Test
    void whatIsSetAndRemovedBeforeASaveIsNotStored() {
        record.put("a", "x");
        record.remove("a");

        assertThat(save(record)).isZero();
        assertThat(record.whole(List.of(), Instant.EPOCH).entries()).isEmpty();
    }

    @Test
    void whatIsRemovedAfterASaveLeavesAMarker() {
        record.put("a", "x");
        save(record);
        record.remove("a");
        save(record);

        assertThat(record.whole(List.of(), Instant.EPOCH).entries().get("a")).isInstanceOf(Entry.Removed.class);
        assertThat(record.attributeNames()).isEmpty();
    }

    @Test
    void anObjectThatIsChangedTwiceAfterOneReadIsStoredTwice() {
        record.put("list", new ArrayList<>());
        save(record);
        List<String> list = list(record, "list");
        list.add("first");
        assertThat(save(record)).isEqualTo(1);
        list.add("second");
        assertThat(save(record)).isEqualTo(1);

        elsewhere.adopt(stored(record));
        assertThat(list(elsewhere, "list")).containsExactly("first", "second");
    }

    @Test
    void anObjectThatWasReadAndNotChangedIsNoChange() {
        record.put("map", new HashMap<>(Map.of("a", 1, "b", 2)));
        save(record);
        record.get("map");

        assertThat(record.changes()).isEmpty();
    }

    @Test
    void aChangeInPlaceIsNotLookedForWhenOnlySetsCount() {
        LiveRecord lazy = on(2, DirtyCheck.SET);
        lazy.put("list", new ArrayList<>());
        save(lazy);
        list(lazy, "list").add("unseen");

        assertThat(lazy.changes()).isEmpty();
    }

    @Test
    void aLaterValueFromElsewhereReplacesAnObjectThatNobodyHasTaken() {
        record.put("list", new ArrayList<>(List.of("here")));
        save(record);
        record.quietUnless(() -> false);
        changeElsewhere("list", new ArrayList<>(List.of("there")));
        record.adopt(stored(elsewhere));

        assertThat(list(record, "list")).containsExactly("there");
        assertThat(record.revision()).isEqualTo(elsewhere.revision());
    }

    @Test
    void anObjectThatARequestHasTakenIsExchangedOnlyWhenItIsOver() {
        record.put("list", new ArrayList<>(List.of("here")));
        save(record);
        List<String> taken = list(record, "list");
        changeElsewhere("list", new ArrayList<>(List.of("there")));
        record.adopt(stored(elsewhere));

        assertThat(list(record, "list")).isSameAs(taken);
        assertThat(record.revision())
                .as("so that the next load brings the value again")
                .isNotEqualTo(elsewhere.revision());
        record.quietUnless(() -> false);
        record.adopt(stored(elsewhere));
        assertThat(list(record, "list")).containsExactly("there");
    }

    @Test
    void ofASetHereAndASetElsewhereTheLaterStays() {
        record.put("a", "first");
        save(record);
        elsewhere.adopt(stored(record));

        record.put("a", "second, here");
        millis.addAndGet(10);
        elsewhere.put("a", "third, elsewhere");
        save(elsewhere);
        record.adopt(stored(elsewhere));
        assertThat(record.get("a")).isEqualTo("third, elsewhere");

        millis.addAndGet(10);
        record.put("a", "fourth, here");
        record.adopt(stored(elsewhere));
        assertThat(record.get("a")).isEqualTo("fourth, here");
        assertThat(save(record)).isEqualTo(1);
    }

    @Test
    void aValueThatIsSetWhileAnotherIsBeingSavedIsSavedByTheNextSave() {
        record.put("a", "first");
        List<LiveRecord.Change> first = record.changes();
        record.put("a", "second");
        record.confirm(first);

        assertThat(save(record)).isEqualTo(1);
        assertThat(stored(record).value("a").map(codec::decode)).contains("second");
    }

    @Test
    void whatCannotBeStoredIsRemovedElsewhereAndStaysHere() {
        record.put("a", "storable");
        save(record);
        Thread thread = new Thread("not storable");
        record.put("a", thread);
        save(record);

        assertThat(record.get("a")).isSameAs(thread);
        assertThat(stored(record).entries().get("a")).isInstanceOf(Entry.Removed.class);
        assertThat(save(record)).isZero();
    }

    @Test
    void bytesThatCannotBeReadAreKeptAndNotSeen() {
        record.adopt(new SessionRecord(
                Map.of("a", new Entry.Value(stampElsewhere(), Bytes.ofHex("ff00ff"))), Instant.EPOCH, Stamp.ZERO));

        assertThat(record.get("a")).isNull();
        assertThat(record.attributeNames()).isEmpty();
        assertThat(stored(record).value("a")).contains(Bytes.ofHex("ff00ff"));
        record.put("a", "new");
        assertThat(save(record)).isEqualTo(1);
        assertThat(record.get("a")).isEqualTo("new");
    }

    @Test
    void aStringIsTheSameAfterAPauseThoughOnlyItsBytesWereKept() {
        record.put("text", "some text");
        record.put("list", new ArrayList<>(List.of("some text")));
        save(record);
        Object list = record.get("list");
        record.quietUnless(() -> false);

        assertThat(record.get("text")).isEqualTo("some text");
        assertThat(record.get("list")).isSameAs(list);
        assertThat(record.changes()).isEmpty();
    }

    @Test
    void aStringThatIsNotStoredYetIsKeptThroughAPause() {
        record.put("text", "unsaved");
        record.quietUnless(() -> false);

        assertThat(record.get("text")).isEqualTo("unsaved");
        assertThat(save(record)).isEqualTo(1);
    }

    @Test
    void theRevisionIsThatOfTheRecord() {
        record.put("a", "x");
        record.put("b", "y");
        save(record);
        record.remove("b");
        save(record);

        assertThat(record.revision()).isEqualTo(stored(record).revision());
    }

    @Test
    void whatIsRevertedIsAsTheStoreHasIt() {
        record.put("a", "kept");
        save(record);
        record.put("a", "dropped");
        record.put("b", "dropped");
        record.revert();

        assertThat(record.get("a")).isEqualTo("kept");
        assertThat(record.get("b")).isNull();
        assertThat(record.changes()).isEmpty();
    }

    @Test
    void whatIsPackedIsThereWhenSomebodyLooks() {
        record.put("text", "some text");
        record.put("number", 7);
        record.put("other", "other text");
        record.put("removed", "x");
        save(record);
        record.remove("removed");
        save(record);
        SessionRecord before = stored(record);
        record.quietUnless(() -> false);
        record.pack();

        assertThat(record.revision()).isEqualTo(before.revision());
        assertThat(stored(record)).isEqualTo(before);
        record.pack();
        assertThat(record.attributeNames()).containsExactlyInAnyOrder("text", "number", "other");
        assertThat(record.get("text")).isEqualTo("some text");
        assertThat(record.get("removed")).isNull();
        assertThat(save(record)).isZero();
    }

    @Test
    void aLiveObjectAndWhatIsNotStoredAreKeptWhenTheRestIsPacked() {
        record.put("list", new ArrayList<>(List.of("one")));
        record.put("text", "some text");
        record.put("other", "other text");
        save(record);
        List<String> list = list(record, "list");
        record.put("unsaved", "new");
        record.quietUnless(() -> false);
        record.pack();
        list.add("two, by somebody who kept the list");

        assertThat(list(record, "list")).isSameAs(list);
        assertThat(record.get("unsaved")).isEqualTo("new");
        assertThat(save(record)).isEqualTo(2);
    }

    @Test
    void whatIsPackedTakesALaterValueFromElsewhere() {
        record.put("a", "here");
        record.put("b", "here");
        save(record);
        changeElsewhere("a", "there");
        record.quietUnless(() -> false);
        record.pack();
        record.adopt(stored(elsewhere));

        assertThat(record.get("a")).isEqualTo("there");
        assertThat(record.get("b")).isEqualTo("here");
        assertThat(record.revision()).isEqualTo(elsewhere.revision());
    }

    @Test
    void anObjectThatIsBeingDecodedWhileTheRestIsPackedIsTheOneThatIsSaved() throws Exception {
        record.put("list", new ArrayList<>(List.of()));
        record.put("text", "some text");
        save(record);
        LiveRecord read = on(2, DirtyCheck.READ);
        for (int i = 0; i < 200; i++) {
            read.adopt(stored(record));
            LiveRecord packedMeanwhile = read;
            Thread packer = new Thread(packedMeanwhile::pack);
            packer.start();
            list(read, "list").add("added " + i);
            packer.join();
            millis.addAndGet(1);
            save(read);
            record.adopt(stored(read));
            assertThat(list(record, "list")).as("round %d", i).hasSize(i + 1);
            record.quietUnless(() -> false);
            read = on(2, DirtyCheck.READ);
        }
    }

    private LiveRecord on(int srun, DirtyCheck dirtyCheck) {
        HybridClock clock = new HybridClock(new Writer(srun, 1), millis::get);
        return new LiveRecord(
                new Serialization("test", codec, clock, dirtyCheck, (name, value) -> false), (name, value) -> {});
    }

    private static int save(LiveRecord of) {
        List<LiveRecord.Change> changes = of.changes();
        of.confirm(changes);
        return changes.size();
    }

    private static SessionRecord stored(LiveRecord of) {
        return of.whole(List.of(), Instant.EPOCH);
    }

    private void changeElsewhere(String name, Object value) {
        elsewhere.adopt(stored(record));
        millis.addAndGet(10);
        elsewhere.put(name, value);
        save(elsewhere);
    }

    private Stamp stampElsewhere() {
        return new Stamp(millis.get() << 16, new Writer(1, 1));
    }

    @SuppressWarnings("unchecked")
    private static List<String> list(LiveRecord of, String name) {
        return (List<String>) of.get(name);
    }
}
