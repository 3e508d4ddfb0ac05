package org.ringlet.store.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ringlet.form.ByteSink;
import org.ringlet.form.ByteSource;
import org.ringlet.session.Application;
import org.ringlet.session.Bytes;
import org.ringlet.session.Entry;
import org.ringlet.session.SessionDelta;
import org.ringlet.session.SessionId;
import org.ringlet.session.SessionKey;
import org.ringlet.session.SessionRecord;
import org.ringlet.session.Stamp;
import org.ringlet.session.Writer;
import org.ringlet.store.ClaimOutcome;
import org.ringlet.store.LoadOutcome;
import org.ringlet.store.SaveOutcome;
import org.ringlet.store.UnreadableSessionException;

class MessageFormTest {
    private static final SessionKey KEY =
            new Application("shop", "localhost", "/cart", "2").key(new SessionId("aaab0123456789012345678901"));
    private static final Stamp STAMP = new Stamp(17L << 16, new Writer(3, -5));
    private static final Map<String, Entry> ENTRIES = Map.of(
            "cart", new Entry.Value(STAMP, Bytes.wrap("pear".getBytes(StandardCharsets.US_ASCII))),
            "gone", new Entry.Removed(STAMP));
    private static final SessionRecord RECORD = new SessionRecord(ENTRIES, Instant.ofEpochMilli(4711), Stamp.ZERO);
    private static final SessionDelta DELTA = new SessionDelta(99, ENTRIES, Instant.ofEpochMilli(-1));
    private static final Patch PATCH = new Patch(
            99,
            Map.of(
                    "cart", new Piece.Part(STAMP, 7, 300, Bytes.wrap(new byte[] {1, 2}), -9),
                    "gone", new Piece.Whole(new Entry.Removed(STAMP)),
                    "new", new Piece.Whole(new Entry.Value(STAMP, Bytes.EMPTY))),
            Instant.ofEpochMilli(-1));
    private static final Duration IDLE = Duration.ofMillis(1234);

    private static final Tombstone OVER = new Tombstone(-8, Optional.empty());
    private static final Tombstone MOVED = new Tombstone(0, Optional.of(new SessionId("aaabother")));

    static Stream<Message> messages() {
        Stream<Question> questions = Stream.of(
                new Question.Keep(KEY, PATCH),
                new Question.KeepAll(KEY, RECORD, IDLE),
                new Question.KeepEnd(KEY, MOVED, IDLE),
                new Question.Get(KEY, 5),
                new Question.Load(KEY, 6),
                new Question.Create(KEY, RECORD),
                new Question.Save(KEY, DELTA),
                new Question.Touch(KEY, Instant.ofEpochMilli(8)),
                new Question.End(KEY, -7),
                new Question.Move(KEY, new SessionId("aaabother"), RECORD),
                new Question.Claim(KEY, IDLE),
                new Question.Compare(9, List.of(1L, -2L)),
                new Question.Offer(10, List.of(new Question.Listed(1, 2)), true),
                new Question.Copies(
                        11,
                        List.of(
                                new Question.Copy(KEY, new State.Alive(RECORD, IDLE)),
                                new Question.Copy(KEY, new State.Same(IDLE)),
                                new Question.Copy(KEY, new State.Ended(OVER, IDLE)),
                                new Question.Copy(KEY, new State.Unknown()))));
        Stream<Reply> replies = Stream.of(
                new Reply.Kept(),
                new Reply.NeedsRecord(),
                new Reply.Has(RECORD),
                new Reply.HasEnded(MOVED, IDLE),
                new Reply.Tells(new State.Unknown(), true),
                new Reply.Loaded(new LoadOutcome.Unchanged(IDLE)),
                new Reply.Loaded(new LoadOutcome.Changed(RECORD, IDLE)),
                new Reply.Loaded(new LoadOutcome.Missing()),
                new Reply.Loaded(new LoadOutcome.Ended()),
                new Reply.Saved(new SaveOutcome.Saved()),
                new Reply.Saved(new SaveOutcome.Merged(RECORD)),
                new Reply.Saved(new SaveOutcome.Ended()),
                new Reply.Claimed(new ClaimOutcome.Claimed(RECORD)),
                new Reply.Claimed(new ClaimOutcome.Refused(IDLE)),
                new Reply.Claimed(new ClaimOutcome.Gone()),
                new Reply.Says(true),
                new Reply.Differing(List.of(3, 63)),
                new Reply.Wanted(List.of(-4L)),
                new Reply.Refused("why"));
        return Stream.of(
                        Stream.of(new Message.Ping(1, -2), new Message.Pong(3, 4, true)),
                        questions.map(question -> new Message.Request(1000, question)),
                        replies.map(reply -> new Message.Answer(1001, reply)))
                .flatMap(messages -> messages);
    }

    @ParameterizedTest
    @MethodSource("messages")
    void readsWhatItHasWritten(Message message) {
        assertThat(read(bytes(message))).isEqualTo(message);
    }

    @ParameterizedTest
    @MethodSource("messages")
    void refusesWhatWasCutAnywhere(Message message) {
        byte[] bytes = bytes(message);
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = java.util.Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> read(cut)).isInstanceOf(UnreadableSessionException.class);
        }
    }

    @Test
    void readsNothingElseThanMessagesOutOfNoise() {
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            byte[] noise = new byte[random.nextInt(80)];
            random.nextBytes(noise);
            if (noise.length > 0) {
                noise[0] = (byte) (1 + random.nextInt(4));
            }
            try {
                assertThat(read(noise)).isNotNull();
            } catch (UnreadableSessionException e) {
                assertThat(e.getMessage()).contains("malformed");
            }
        }
    }

    @Test
    void aSmallChangeOfALargeValueIsASmallMessage() {
        byte[] before = new byte[2000];
        byte[] after = before.clone();
        after[1000] = 1;
        SessionRecord record = new SessionRecord(
                Map.of("counter", new Entry.Value(STAMP, Bytes.wrap(before))), Instant.EPOCH, Stamp.ZERO);
        Entry counter = new Entry.Value(new Stamp(18L << 16, STAMP.writer()), Bytes.wrap(after));
        SessionDelta delta = new SessionDelta(99, Map.of("counter", counter), Instant.now());
        Message message = new Message.Request(1_000_000, new Question.Keep(KEY, Patch.of(record, delta)));
        MessageForm form = new MessageForm();
        bytes(form, message);

        assertThat(bytes(form, message).length).as("what a second one takes").isLessThan(70);
    }

    @Test
    void whatWasSaidOnceIsUnderstoodByItsPlace() {
        MessageForm writer = new MessageForm();
        MessageForm reader = new MessageForm();
        for (int i = 0; i < 3; i++) {
            messages().forEach(message -> assertThat(read(reader, bytes(writer, message)))
                    .isEqualTo(message));
        }
    }

    @Test
    void moreApplicationsThanADictionaryHoldsAreUnderstood() {
        MessageForm writer = new MessageForm();
        MessageForm reader = new MessageForm();
        for (int i = 0; i < 2 * Dictionary.LIMIT; i++) {
            SessionKey key = new Application("shop", "localhost", "/" + i, "").key(KEY.id());
            Message message = new Message.Request(i, new Question.KeepEnd(key, OVER, IDLE));
            assertThat(read(reader, bytes(writer, message))).isEqualTo(message);
            assertThat(read(reader, bytes(writer, message))).isEqualTo(message);
        }
    }

    private static byte[] bytes(Message message) {
        return bytes(new MessageForm(), message);
    }

    private static byte[] bytes(MessageForm form, Message message) {
        ByteSink sink = new ByteSink(16);
        form.write(message, sink);
        return sink.toByteArray();
    }

    private static Message read(byte[] bytes) {
        return read(new MessageForm(), bytes);
    }

    private static Message read(MessageForm form, byte[] bytes) {
        return form.read(new ByteSource("a message", bytes, 0, bytes.length));
    }
}
