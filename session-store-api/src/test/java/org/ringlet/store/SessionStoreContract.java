package org.ringlet.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.ringlet.store.SessionCopy.NOW;
import static org.ringlet.store.StoreFixture.SHOP;
import static org.ringlet.store.StoreFixture.TOMBSTONE_LIFE;
import static org.ringlet.store.StoreFixture.newId;
import static org.ringlet.store.StoreFixture.newKey;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ringlet.session.Application;
import org.ringlet.session.Bytes;
import org.ringlet.session.Entry;
import org.ringlet.session.Revision;
import org.ringlet.session.SessionDelta;
import org.ringlet.session.SessionId;
import org.ringlet.session.SessionKey;
import org.ringlet.session.SessionRecord;
import org.ringlet.session.Stamp;
import org.ringlet.session.Writer;

/** What every store must do. A store's own test class says how to open it, and how to hurt it. */
public abstract class SessionStoreContract {
    static final Duration NO_GRACE = Duration.ZERO;
    static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final Duration CLAIM_LIFE = Duration.ofMinutes(1);
    static final Duration A_MOMENT = Duration.ofSeconds(10);

    private final SessionKey key = newKey();
    private SessionStore store;
    private SessionStore other;

    /** Opens an empty store, sealed with {@link StoreFixture#seal()}, on the first srun. */
    protected abstract SessionStore open() throws Exception;

    /** Opens the store that {@link #open} opened last on another srun. */
    protected abstract SessionStore reopenAsAnotherSrun() throws Exception;

    /** Lets time pass for the store: for the clock by which it tells how long a session is idle. */
    protected abstract void elapse(Duration duration) throws Exception;

    @BeforeEach
    void openStores() throws Exception {
        store = open();
        other = reopenAsAnotherSrun();
    }

    /** Of a session that nobody has used yet. */
    final SessionKey key() {
        return key;
    }

    /** On the first srun. */
    final SessionStore store() {
        return store;
    }

    /** On the other one. */
    final SessionStore other() {
        return other;
    }

    @AfterEach
    void closeStores() {
        other.close();
        store.close();
    }

    // storing and loading

    @Test
    void storesANewSession() {
        SessionCopy copy = new SessionCopy(store, key).with("name", "value");

        assertThat(copy.save()).isEqualTo(new SaveOutcome.Saved());
        assertThat(stored(key)).isEqualTo(copy.record());
    }

    @Test
    void storesAChangeOfAnExistingSession() {
        SessionCopy copy = saved(key, "name", "old");

        assertThat(copy.with("name", "new").without("other").save()).isEqualTo(new SaveOutcome.Saved());
        assertThat(stored(key)).isEqualTo(copy.record());
    }

    @Test
    void findsNothingUnderAnUnknownKey() {
        assertThat(store.load(key, Revision.NONE)).isEqualTo(new LoadOutcome.Missing());
        assertThat(store.load(key, 4711)).isEqualTo(new LoadOutcome.Missing());
    }

    @Test
    void stillHasAnExpiredSessionThatNobodyHasEnded() throws Exception {
        SessionCopy copy = expiring(key).save(store);
        elapse(TIMEOUT.plus(A_MOMENT));

        assertThat(other.load(key, Revision.NONE)).isInstanceOfSatisfying(LoadOutcome.Changed.class, changed -> {
            assertThat(changed.record()).isEqualTo(copy.record());
            assertThat(changed.idle()).isGreaterThanOrEqualTo(TIMEOUT);
        });
    }

    @Test
    void answersUnchangedToWhoeverHasTheStoredRevision() {
        SessionCopy copy = saved(key, "name", "value");

        assertThat(other.load(key, copy.record().revision())).isInstanceOf(LoadOutcome.Unchanged.class);
        assertThat(other.load(key, copy.record().revision() + 1)).isInstanceOf(LoadOutcome.Changed.class);
    }

    @Test
    void neverAnswersUnchangedToWhoeverHasNothing() {
        SessionRecord empty = new SessionRecord(Map.of(), NOW, Stamp.ZERO);
        store.save(key, SessionDelta.creating(empty), () -> empty);

        assertThat(store.load(key, Revision.NONE)).isInstanceOf(LoadOutcome.Changed.class);
    }

    @Test
    void keepsWhateverARecordCanHave() {
        byte[] allBytes = new byte[256];
        for (int i = 0; i < allBytes.length; i++) {
            allBytes[i] = (byte) i;
        }
        Stamp first = new Stamp(1, new Writer(0, Long.MIN_VALUE));
        Stamp last = new Stamp(-1L, new Writer(4095, Long.MAX_VALUE));
        SessionRecord record = new SessionRecord(
                Map.of(
                        "bytes",
                        new Entry.Value(first, Bytes.wrap(allBytes)),
                        "nothing",
                        new Entry.Value(last, Bytes.EMPTY),
                        "removed",
                        new Entry.Removed(last),
                        "",
                        new Entry.Value(first, Bytes.EMPTY),
                        "ключ 鍵 🗝 \u0000 ' \" \\ %",
                        new Entry.Value(first, Bytes.EMPTY),
                        "half of a pair \ud83d",
                        new Entry.Value(first, Bytes.EMPTY),
                        "x".repeat(5000),
                        new Entry.Value(first, Bytes.EMPTY)),
                Instant.ofEpochMilli(-1),
                new Stamp(0, new Writer(7, 7)));

        store.save(key, SessionDelta.creating(record), () -> record);

        assertThat(stored(key)).isEqualTo(record);
    }

    @Test
    void keepsASessionOfFourMegabytes() {
        byte[] large = new byte[4 << 20];
        new Random(1).nextBytes(large);
        SessionCopy copy = saved(key, "small", "value");

        copy.with("large", large).save();

        assertThat(stored(key)).isEqualTo(copy.record());
    }

    @Test
    void keepsTenThousandSessionsApart() {
        List<SessionKey> keys = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            keys.add(newKey());
            saved(keys.get(i), "number", "" + i);
        }

        for (int i = 0; i < keys.size(); i++) {
            assertThat(SessionCopy.loaded(other, keys.get(i)).value("number")).contains("" + i);
        }
    }

    @Test
    void keepsKeysApartThatLookAlike() {
        List<SessionKey> keys = List.of(
                key("prod", "localhost", "/shop", "", "aaabSession"),
                key("prod2", "localhost", "/shop", "", "aaabSession"),
                key("prod", "2localhost", "/shop", "", "aaabSession"),
                key("prod", "localhost", "/shop2", "", "aaabSession"),
                key("prod", "localhost", "/shop", "2", "aaabSession"),
                key("prod", "localhost", "/shop##2", "", "aaabSession"),
                key("prod", "localhost", "/shop/", "", "aaabSession"),
                key("prod", "localhost/", "shop", "", "aaabSession"),
                key("prod/localhost", "", "/shop", "", "aaabSession"),
                key("prod", "localhost", "", "/shop", "aaabSession"),
                key("prod", "localhost", "/shop", "a", "aabSession"),
                key("PROD", "localhost", "/shop", "", "aaabSession"),
                key("prod", "localhost", "/Shop", "", "aaabSession"),
                key("prod", "localhost", "/shop", "", "aaabsession"),
                key("prod", "localhost", "/shop", "", "aaabSession2"),
                key("prod", "localhost", "/shop", "", "aaabSession-"),
                key("prod", "localhost", "/shop", "", "aaabSession_"),
                key("prod", "localhost", "/sh_p", "", "aaabSession"),
                key("prod", "localhost", "/sh%p", "", "aaabSession"));
        keys.forEach(each -> saved(each, "key", each.application() + each.id().value()));

        for (SessionKey each : keys) {
            assertThat(SessionCopy.loaded(other, each).value("key"))
                    .contains(each.application() + each.id().value());
        }
        assertThat(store.end(keys.get(0))).isTrue();
        keys.subList(1, keys.size())
                .forEach(each -> assertThat(store.load(each, Revision.NONE)).isInstanceOf(LoadOutcome.Changed.class));
    }

    @Test
    void keepsSessionsUnderTheShortestAndTheLongestId() {
        for (String id : List.of("a", "-", "Z".repeat(128))) {
            SessionKey unusual = SHOP.key(new SessionId(id));
            saved(unusual, "id", id);

            assertThat(SessionCopy.loaded(other, unusual).value("id")).contains(id);
        }
    }

    // saves that meet

    @Test
    void aFirstSaveThatIsTriedAgainIsDoneOnce() {
        SessionCopy copy = new SessionCopy(store, key).with("name", "value");
        SessionDelta delta = copy.delta();
        copy.save();

        SaveOutcome again = store.save(key, delta, copy::record);

        assertThat(again).isNotEqualTo(new SaveOutcome.Ended());
        assertThat(stored(key)).isEqualTo(copy.record());
    }

    @Test
    void aSaveThatIsTriedAgainIsDoneOnce() {
        SessionCopy copy = saved(key, "name", "old").with("name", "new");
        SessionDelta delta = copy.delta();
        copy.save();

        SaveOutcome again = store.save(key, delta, copy::record);

        assertThat(again).isNotEqualTo(new SaveOutcome.Ended());
        assertThat(stored(key)).isEqualTo(copy.record());
    }

    @Test
    void mergesASaveWhoseBaseIsOutdated() {
        SessionCopy here = saved(key, "both", "know this");
        SessionCopy there = SessionCopy.loaded(other, key);

        assertThat(here.with("here", "1").save()).isEqualTo(new SaveOutcome.Saved());
        assertThat(there.with("there", "2").save())
                .isInstanceOfSatisfying(SaveOutcome.Merged.class, merged -> assertThat(merged.now())
                        .isEqualTo(stored(key)));
        SessionCopy now = SessionCopy.loaded(store, key);
        assertThat(now.value("both")).contains("know this");
        assertThat(now.value("here")).contains("1");
        assertThat(now.value("there")).contains("2");
    }

    @Test
    void mergesTwoFirstSaves() {
        SessionCopy here = new SessionCopy(store, key).with("here", "1");
        SessionCopy there = new SessionCopy(other, key).with("there", "2");

        here.save();
        there.save();

        assertThat(stored(key).entries()).containsOnlyKeys("here", "there");
    }

    @Test
    void ofTwoChangesOfOneAttributeTheLaterStaysWhicheverIsSavedFirst() {
        for (boolean laterFirst : new boolean[] {true, false}) {
            SessionKey contested = newKey();
            saved(contested, "name", "base");
            SessionCopy early = SessionCopy.loaded(store, contested, NOW.plusSeconds(1));
            SessionCopy late = SessionCopy.loaded(other, contested, NOW.plusSeconds(2));
            early.with("name", "early");
            late.with("name", "late");

            (laterFirst ? late : early).save();
            (laterFirst ? early : late).save();

            assertThat(SessionCopy.loaded(store, contested).value("name")).contains("late");
        }
    }

    @Test
    void aRemovalIsNotUndoneByASaveThatDidNotSeeIt() {
        SessionCopy here = saved(key, "name", "value");
        SessionCopy there = SessionCopy.loaded(other, key);

        here.without("name").save();
        there.with("other", "1").save();

        assertThat(SessionCopy.loaded(store, key).value("name")).isEmpty();
    }

    @Test
    void asksForTheWholeRecordOnceAtMostAndOnlyOnItsBase() {
        SessionCopy copy = saved(key, "name", "value");
        SessionCopy outdated = SessionCopy.loaded(other, key).with("there", "1");
        AtomicInteger asked = new AtomicInteger();

        copy.with("name", "other");
        store.save(key, copy.delta(), () -> {
            asked.incrementAndGet();
            return copy.record();
        });
        other.save(key, outdated.delta(), () -> {
            throw new AssertionError("asked for the whole, though the base is outdated");
        });

        assertThat(asked).hasValueLessThanOrEqualTo(1);
    }

    @Test
    void losesNoneOfTheChangesThatManyThreadsMakeToOneSession() throws Exception {
        saved(key, "name", "value");
        int rounds = 25;

        inParallel(8, thread -> {
            SessionCopy copy = SessionCopy.loaded(thread % 2 == 0 ? store : other, key);
            for (int round = 1; round <= rounds; round++) {
                assertThat(copy.with("thread" + thread, "" + round).save()).isNotEqualTo(new SaveOutcome.Ended());
            }
            return thread;
        });

        SessionCopy now = SessionCopy.loaded(store, key);
        for (int thread = 0; thread < 8; thread++) {
            assertThat(now.value("thread" + thread)).contains("" + rounds);
        }
    }

    @Test
    void neverShowsASessionThatIsHalfSaved() throws Exception {
        SessionCopy first = new SessionCopy(store, key).with("a", uniform(0)).with("b", uniform(0));
        first.save();

        inParallel(4, thread -> {
            if (thread == 0) {
                for (int i = 1; i <= 300; i++) {
                    first.with("a", uniform(i)).with("b", uniform(i)).save();
                }
                return thread;
            }
            SessionCopy reader = SessionCopy.loaded(thread % 2 == 0 ? store : other, key);
            while (!reader.record().value("a").equals(Optional.of(Bytes.wrap(uniform(300))))) {
                reader.load();
                assertThat(reader.record().value("a")).isEqualTo(reader.record().value("b"));
            }
            return thread;
        });
    }

    @Test
    void storesALaterAccessThatChangesNothing() {
        SessionCopy copy = saved(key, "name", "value").accessedAt(NOW.plusSeconds(5));

        copy.save();

        assertThat(stored(key).lastAccess()).isEqualTo(NOW.plusSeconds(5));
        assertThat(stored(key).revision()).isEqualTo(copy.record().revision());
    }

    @Test
    void neverSetsTheLastAccessBack() {
        SessionCopy late = saved(key, "name", "value");
        SessionCopy early = SessionCopy.loaded(other, key);
        late.accessedAt(NOW.plusSeconds(9)).save();

        early.with("name", "other").save();
        assertThat(stored(key).lastAccess()).isEqualTo(NOW.plusSeconds(9));
        store.touch(key, NOW.minusSeconds(9));
        assertThat(stored(key).lastAccess()).isEqualTo(NOW.plusSeconds(9));
    }

    // touches

    @Test
    void aTouchIsAnAccess() throws Exception {
        SessionCopy copy = saved(key, "name", "value");
        elapse(A_MOMENT);
        assertThat(idle(key)).isGreaterThanOrEqualTo(A_MOMENT);

        assertThat(copy.accessedAt(NOW.plus(A_MOMENT)).touch()).isTrue();

        assertThat(idle(key)).isLessThan(A_MOMENT);
        assertThat(stored(key)).isEqualTo(copy.record());
    }

    @Test
    void aTouchIsNotLostByTheNextSave() {
        SessionCopy copy = saved(key, "name", "value");
        store.touch(key, NOW.plusSeconds(7));

        copy.with("name", "other").save();

        assertThat(stored(key).lastAccess()).isEqualTo(NOW.plusSeconds(7));
    }

    @Test
    void touchesNothingThatIsMissingOrHasEnded() {
        assertThat(store.touch(key, NOW)).isFalse();
        assertThat(store.load(key, Revision.NONE)).isEqualTo(new LoadOutcome.Missing());

        saved(key, "name", "value");
        store.end(key);
        assertThat(other.touch(key, NOW)).isFalse();
        assertThat(store.load(key, Revision.NONE)).isEqualTo(new LoadOutcome.Ended());
    }

    // the end

    @Test
    void endsASessionOnce() {
        SessionCopy copy = saved(key, "name", "value");

        assertThat(other.end(key)).isTrue();

        assertThat(store.end(key)).isFalse();
        assertThat(store.load(key, Revision.NONE)).isEqualTo(new LoadOutcome.Ended());
        assertThat(store.load(key, copy.record().revision())).isEqualTo(new LoadOutcome.Ended());
    }

    @Test
    void hasNothingToEndUnderAnUnknownKey() {
        assertThat(store.end(key)).isFalse();
        assertThat(store.load(key, Revision.NONE)).isEqualTo(new LoadOutcome.Missing());
    }

    @Test
    void ofManyWhoEndASessionOneDid() throws Exception {
        saved(key, "name", "value");

        List<Boolean> ended = inParallel(8, thread -> (thread % 2 == 0 ? store : other).end(key));

        assertThat(ended).containsOnlyOnce(true);
    }

    @Test
    void aLateSaveDoesNotReviveASession() {
        SessionCopy late = saved(key, "name", "value").with("name", "late");
        SessionCopy outdated = SessionCopy.loaded(other, key).with("name", "outdated");
        other.end(key);

        assertThat(late.save()).isEqualTo(new SaveOutcome.Ended());
        assertThat(outdated.save()).isEqualTo(new SaveOutcome.Ended());
        assertThat(store.load(key, Revision.NONE)).isEqualTo(new LoadOutcome.Ended());
    }

    @Test
    void aLateFirstSaveDoesNotReviveASession() {
        SessionCopy copy = new SessionCopy(store, key).with("name", "value");
        SessionDelta first = copy.delta();
        copy.save();
        store.end(key);

        assertThat(store.save(key, first, copy::record)).isEqualTo(new SaveOutcome.Ended());
    }

    @Test
    void onlyAFirstSaveCreatesASession() {
        SessionCopy copy = saved(newKey(), "name", "value").with("name", "other");

        assertThat(store.save(key, copy.delta(), copy::record)).isEqualTo(new SaveOutcome.Ended());
        assertThat(store.load(key, Revision.NONE)).isEqualTo(new LoadOutcome.Missing());
    }

    @Test
    void forgetsAnEndedSessionInTheEnd() throws Exception {
        SessionCopy copy = saved(key, "name", "value").with("name", "late");
        store.end(key);
        elapse(TOMBSTONE_LIFE.minusMinutes(5));
        store.expired(SHOP, NO_GRACE, 10);
        assertThat(store.load(key, Revision.NONE)).isEqualTo(new LoadOutcome.Ended());

        elapse(Duration.ofMinutes(10));
        store.expired(SHOP, NO_GRACE, 10);

        assertThat(store.load(key, Revision.NONE)).isEqualTo(new LoadOutcome.Missing());
        assertThat(copy.save()).isEqualTo(new SaveOutcome.Ended());
    }

    // another id

    @Test
    void movesASessionToAnotherId() {
        SessionCopy copy = saved(key, "name", "value").with("login", "somebody");

        assertThat(copy.moveTo(newId())).isEqualTo(new SaveOutcome.Saved());

        assertThat(other.load(key, Revision.NONE)).isEqualTo(new LoadOutcome.Ended());
        assertThat(stored(copy.key())).isEqualTo(copy.record());
        assertThat(copy.with("after", "1").save()).isEqualTo(new SaveOutcome.Saved());
    }

    @Test
    void dropsALateSaveUnderTheOldId() {
        SessionCopy late = saved(key, "name", "value");
        SessionCopy copy = SessionCopy.loaded(other, key);
        copy.moveTo(newId());

        assertThat(late.with("late", "1").save()).isEqualTo(new SaveOutcome.Ended());
        assertThat(late.touch()).isFalse();
        assertThat(stored(copy.key()).entries()).doesNotContainKey("late");
    }

    @Test
    void aMoveTakesAlongWhatAnotherSrunHasSaved() {
        SessionCopy copy = saved(key, "name", "value");
        SessionCopy.loaded(other, key).with("there", "2").save();

        assertThat(copy.with("here", "1").moveTo(newId())).isInstanceOf(SaveOutcome.Merged.class);

        assertThat(stored(copy.key()).entries()).containsOnlyKeys("name", "here", "there");
        assertThat(copy.value("there")).contains("2");
    }

    @Test
    void doesNotMoveASessionThatHasEnded() {
        SessionCopy copy = saved(key, "name", "value");
        other.end(key);

        assertThat(copy.moveTo(newId())).isEqualTo(new SaveOutcome.Ended());
        assertThat(store.load(copy.key(), Revision.NONE)).isEqualTo(new LoadOutcome.Missing());
    }

    @Test
    void doesNotMoveASessionThatIsMissing() {
        SessionCopy copy = new SessionCopy(store, key).with("name", "value");

        assertThat(copy.moveTo(newId())).isEqualTo(new SaveOutcome.Ended());
        assertThat(store.load(copy.key(), Revision.NONE)).isEqualTo(new LoadOutcome.Missing());
    }

    @Test
    void aMoveToAnIdThatHasEndedEndsTheSession() {
        SessionKey ended = newKey();
        saved(ended, "name", "value");
        store.end(ended);
        SessionCopy copy = saved(key, "name", "value");

        assertThat(copy.moveTo(ended.id())).isEqualTo(new SaveOutcome.Ended());
        assertThat(store.load(key, Revision.NONE)).isEqualTo(new LoadOutcome.Ended());
        assertThat(store.load(ended, Revision.NONE)).isEqualTo(new LoadOutcome.Ended());
    }

    @Test
    void movesThatCrossLeaveOneOfTheSessions() throws Exception {
        for (int round = 0; round < 20; round++) {
            SessionKey a = newKey();
            SessionKey b = newKey();
            SessionCopy copyOfA = saved(a, "a", "1");
            SessionCopy copyOfB = new SessionCopy(other, b).with("b", "2");
            copyOfB.save();

            inParallel(2, thread -> thread == 0 ? copyOfA.moveTo(b.id()) : copyOfB.moveTo(a.id()));

            assertThat(List.of(store.load(a, Revision.NONE), store.load(b, Revision.NONE)))
                    .contains(new LoadOutcome.Ended());
        }
    }

    // expiry

    @Test
    void nothingIsExpiredInAnEmptyStore() {
        assertThat(store.expired(SHOP, NO_GRACE, 10)).isEmpty();
    }

    @Test
    void findsTheSessionsThatHaveExpiredWhicheverSrunSavedThem() throws Exception {
        SessionKey another = newKey();
        expiring(key).save(store);
        expiring(another).save(other);
        assertThat(store.expired(SHOP, NO_GRACE, 10)).isEmpty();

        elapse(TIMEOUT.plus(A_MOMENT));

        assertThat(store.expired(SHOP, NO_GRACE, 10)).containsExactlyInAnyOrder(key, another);
    }

    @Test
    void doesNotFindTheExpiredSessionsOfOtherApplications() throws Exception {
        Set<Application> others = Set.of(
                new Application("prod2", "localhost", "/shop", ""),
                new Application("prod", "localhost2", "/shop", ""),
                new Application("prod", "localhost", "/shop2", ""),
                new Application("prod", "localhost", "/shop", "2"));
        others.forEach(application -> expiring(application.key(key.id())).save(store));
        elapse(TIMEOUT.plus(A_MOMENT));

        assertThat(store.expired(SHOP, NO_GRACE, 10)).isEmpty();
        others.forEach(application ->
                assertThat(store.expired(application, NO_GRACE, 10)).containsExactly(application.key(key.id())));
    }

    @Test
    void aSessionInItsGraceHasNotExpired() throws Exception {
        expiring(key).save(store);
        elapse(TIMEOUT.plus(A_MOMENT));

        assertThat(store.expired(SHOP, A_MOMENT.multipliedBy(3), 10)).isEmpty();
        assertThat(store.claim(key, A_MOMENT.multipliedBy(3)))
                .isInstanceOfSatisfying(ClaimOutcome.Refused.class, refused -> assertThat(refused.idle())
                        .isGreaterThanOrEqualTo(TIMEOUT));
        assertThat(store.expired(SHOP, A_MOMENT.dividedBy(2), 10)).containsExactly(key);
    }

    @Test
    void aSessionWithoutATimeoutNeverExpires() throws Exception {
        List<SessionKey> keys = List.of(newKey(), newKey(), newKey());
        saved(keys.get(0), "name", "value");
        new SessionCopy(store, keys.get(1)).timingOutAfter(Duration.ZERO).save();
        new SessionCopy(store, keys.get(2))
                .timingOutAfter(Duration.ofSeconds(-1))
                .save();
        elapse(Duration.ofDays(400));

        assertThat(store.expired(SHOP, NO_GRACE, 10)).isEmpty();
        for (SessionKey each : keys) {
            assertThat(store.claim(each, NO_GRACE)).isInstanceOf(ClaimOutcome.Refused.class);
            assertThat(store.load(each, Revision.NONE)).isInstanceOf(LoadOutcome.Changed.class);
        }
    }

    @Test
    void aChangeOfTheTimeoutCountsAtOnce() throws Exception {
        SessionCopy copy = saved(key, "name", "value");
        copy.timingOutAfter(TIMEOUT).save();
        elapse(TIMEOUT.plus(A_MOMENT));
        assertThat(store.expired(SHOP, NO_GRACE, 10)).containsExactly(key);

        copy.timingOutAfter(TIMEOUT.multipliedBy(9)).save();
        elapse(TIMEOUT.plus(A_MOMENT));
        assertThat(store.expired(SHOP, NO_GRACE, 10)).isEmpty();
    }

    @Test
    void anyAccessKeepsASessionFromExpiring() throws Exception {
        SessionKey touched = newKey();
        SessionCopy copy = expiring(key).save(store);
        expiring(touched).save(store);
        elapse(TIMEOUT.minus(A_MOMENT));
        copy.with("name", "value").save();
        other.touch(touched, NOW);
        elapse(TIMEOUT.minus(A_MOMENT));

        assertThat(store.expired(SHOP, NO_GRACE, 10)).isEmpty();
        assertThat(store.claim(key, NO_GRACE)).isInstanceOf(ClaimOutcome.Refused.class);
        assertThat(store.claim(touched, NO_GRACE)).isInstanceOf(ClaimOutcome.Refused.class);
    }

    @Test
    void goesByItsOwnClockAndNotByThoseOfTheSruns() throws Exception {
        SessionKey fromTheFuture = newKey();
        new SessionCopy(store, key, NOW.minusSeconds(3600))
                .timingOutAfter(TIMEOUT)
                .save();
        new SessionCopy(other, fromTheFuture, Instant.now().plusSeconds(3600))
                .timingOutAfter(TIMEOUT)
                .save();

        assertThat(store.expired(SHOP, NO_GRACE, 10)).isEmpty();
        assertThat(idle(key)).isLessThan(TIMEOUT);

        elapse(TIMEOUT.plus(A_MOMENT));
        assertThat(store.expired(SHOP, NO_GRACE, 10)).containsExactlyInAnyOrder(key, fromTheFuture);
    }

    @Test
    void aSessionThatHasEndedIsNotExpired() throws Exception {
        expiring(key).save(store);
        store.end(key);
        elapse(TIMEOUT.plus(A_MOMENT));

        assertThat(store.expired(SHOP, NO_GRACE, 10)).isEmpty();
        assertThat(store.claim(key, NO_GRACE)).isEqualTo(new ClaimOutcome.Gone());
        assertThat(store.claim(newKey(), NO_GRACE)).isEqualTo(new ClaimOutcome.Gone());
    }

    @Test
    void findsAllExpiredSessionsInBatchesOfTheAskedSize() throws Exception {
        Set<SessionKey> all = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            SessionKey each = newKey();
            expiring(each).save(store);
            all.add(each);
        }
        elapse(TIMEOUT.plus(A_MOMENT));

        Set<SessionKey> found = new HashSet<>();
        for (int sweep = 0; sweep < 50 && found.size() < all.size(); sweep++) {
            List<SessionKey> batch = store.expired(SHOP, NO_GRACE, 7);
            assertThat(batch).hasSizeLessThanOrEqualTo(7);
            batch.forEach(store::end);
            found.addAll(batch);
        }

        assertThat(found).isEqualTo(all);
    }

    // claims

    @Test
    void ofManyWhoClaimASessionOneGetsIt() throws Exception {
        SessionCopy copy = expiring(key).save(store);
        elapse(TIMEOUT.plus(A_MOMENT));

        List<ClaimOutcome> claims = inParallel(8, thread -> (thread % 2 == 0 ? store : other).claim(key, NO_GRACE));

        assertThat(claims).containsOnlyOnce(new ClaimOutcome.Claimed(copy.record()));
        assertThat(claims).filteredOn(ClaimOutcome.Refused.class::isInstance).hasSize(7);
    }

    @Test
    void refusesAClaimOnASessionInUse() {
        expiring(key).save(store);

        assertThat(store.claim(key, NO_GRACE))
                .isInstanceOfSatisfying(ClaimOutcome.Refused.class, refused -> assertThat(refused.idle())
                        .isLessThan(TIMEOUT));
    }

    @Test
    void aClaimIsNoAccess() throws Exception {
        expiring(key).save(store);
        elapse(TIMEOUT.plus(A_MOMENT));

        store.claim(key, NO_GRACE);

        assertThat(idle(key)).isGreaterThanOrEqualTo(TIMEOUT);
    }

    @Test
    void aClaimedSessionIsNotFoundAsExpiredUntilTheClaimLapses() throws Exception {
        expiring(key).save(store);
        elapse(TIMEOUT.plus(A_MOMENT));
        store.claim(key, NO_GRACE);
        assertThat(expiredAnywhere()).isEmpty();

        elapse(CLAIM_LIFE.plus(A_MOMENT));

        assertThat(expiredAnywhere()).containsExactly(key);
        assertThat(other.claim(key, NO_GRACE)).isInstanceOf(ClaimOutcome.Claimed.class);
        assertThat(store.claim(key, NO_GRACE)).isInstanceOf(ClaimOutcome.Refused.class);
    }

    private Set<SessionKey> expiredAnywhere() {
        Set<SessionKey> expired = new HashSet<>(store.expired(SHOP, NO_GRACE, 10));
        expired.addAll(other.expired(SHOP, NO_GRACE, 10));
        return expired;
    }

    @Test
    void anAccessVoidsAClaim() throws Exception {
        SessionKey saved = newKey();
        SessionCopy copy = expiring(saved).save(store);
        expiring(key).save(store);
        elapse(TIMEOUT.plus(A_MOMENT));
        store.claim(key, NO_GRACE);
        store.claim(saved, NO_GRACE);

        other.touch(key, NOW);
        copy.with("name", "value").save();
        elapse(TIMEOUT.plus(A_MOMENT));

        assertThat(TIMEOUT.plus(A_MOMENT)).as("the claims have not lapsed").isLessThan(CLAIM_LIFE);
        assertThat(other.claim(key, NO_GRACE)).isInstanceOf(ClaimOutcome.Claimed.class);
        assertThat(other.claim(saved, NO_GRACE)).isInstanceOf(ClaimOutcome.Claimed.class);
    }

    @Test
    void theClaimantEndsTheSession() throws Exception {
        expiring(key).save(store);
        elapse(TIMEOUT.plus(A_MOMENT));
        store.claim(key, NO_GRACE);

        assertThat(store.end(key)).isTrue();
        assertThat(other.claim(key, NO_GRACE)).isEqualTo(new ClaimOutcome.Gone());
    }

    // the store itself

    @Test
    void isWell() {
        assertThat(store.health().up()).isTrue();
        assertThat(store.health().detail()).isNotBlank();
    }

    @Test
    void isClosedTwiceWithoutHarmAndWithoutHarmToOthers() {
        saved(key, "name", "value");
        store.close();

        assertThatCode(store::close).doesNotThrowAnyException();
        assertThat(SessionCopy.loaded(other, key).value("name")).contains("value");
    }

    // how the tests say things

    /** A session that expires, not yet saved. */
    static Unsaved expiring(SessionKey key) {
        return store -> {
            SessionCopy copy = new SessionCopy(store, key).timingOutAfter(TIMEOUT);
            assertThat(copy.save()).isEqualTo(new SaveOutcome.Saved());
            return copy;
        };
    }

    interface Unsaved {
        SessionCopy save(SessionStore store);
    }

    SessionCopy saved(SessionKey key, String name, String value) {
        SessionCopy copy = new SessionCopy(store, key).with(name, value);
        assertThat(copy.save()).isEqualTo(new SaveOutcome.Saved());
        return copy;
    }

    /** What another srun finds. */
    private SessionRecord stored(SessionKey key) {
        LoadOutcome outcome = other.load(key, Revision.NONE);
        assertThat(outcome).isInstanceOf(LoadOutcome.Changed.class);
        return ((LoadOutcome.Changed) outcome).record();
    }

    /** Some bytes that are all the same, and not always as many. */
    private static byte[] uniform(int value) {
        byte[] bytes = new byte[3000 + 40 * value];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    private Duration idle(SessionKey key) {
        LoadOutcome outcome = other.load(key, Revision.NONE);
        assertThat(outcome).isInstanceOf(LoadOutcome.Changed.class);
        return ((LoadOutcome.Changed) outcome).idle();
    }

    private static SessionKey key(String cluster, String host, String context, String version, String id) {
        return new Application(cluster, host, context, version).key(new SessionId(id));
    }

    private interface InThread<T> {
        T run(int thread) throws Exception;
    }

    /** Runs something in so many threads that start at the same moment, and returns what each returned. */
    private static <T> List<T> inParallel(int threads, InThread<T> work) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            CyclicBarrier start = new CyclicBarrier(threads);
            List<Callable<T>> tasks = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int thread = i;
                tasks.add(() -> {
                    start.await();
                    return work.run(thread);
                });
            }
            List<T> results = new ArrayList<>();
            for (Future<T> future : executor.invokeAll(tasks)) {
                results.add(future.get());
            }
            return results;
        } finally {
            executor.shutdownNow();
        }
    }
}
