package org.ringlet.store.ring;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.ringlet.form.ByteSink;
import org.ringlet.form.ByteSource;
import org.ringlet.store.ClaimOutcome;
import org.ringlet.store.LoadOutcome;
import org.ringlet.store.SaveOutcome;

/**
 * Messages as bytes: a byte that says which, then its parts. {@code docs/wire-format.md} has the layout.
 *
 * <p>There is one for each connection, on each side: what is said often is said once. Confined to the loop.
 *
 * <p>What is read is checked; whatever is wrong is an {@link org.ringlet.store.UnreadableSessionException}.
 */
final class MessageForm {
    private final Parts parts = new Parts();

    /** The last numbers: the next ones are not far from them. */
    private long saidRequest;

    private long saidAnswer;
    private long heardRequest;
    private long heardAnswer;

    void write(Message message, ByteSink to) {
        if (message instanceof Message.Ping ping) {
            to.put(1).putVarint(ping.number()).putLong(ping.view());
        } else if (message instanceof Message.Pong pong) {
            to.put(2).putVarint(pong.number()).putLong(pong.view()).put(pong.grants() ? 1 : 0);
        } else if (message instanceof Message.Request request) {
            to.put(3).putSignedVarint(request.number() - saidRequest);
            saidRequest = request.number();
            write(request.question(), to);
        } else if (message instanceof Message.Answer answer) {
            to.put(4).putSignedVarint(answer.number() - saidAnswer);
            saidAnswer = answer.number();
            write(answer.reply(), to);
        }
    }

    Message read(ByteSource from) {
        int kind = from.get();
        Message message =
                switch (kind) {
                    case 1 -> new Message.Ping(from.getVarint(), from.getLong());
                    case 2 -> new Message.Pong(from.getVarint(), from.getLong(), parts.flag(from));
                    case 3 -> new Message.Request(heardRequest += from.getSignedVarint(), question(from));
                    case 4 -> new Message.Answer(heardAnswer += from.getSignedVarint(), reply(from));
                    default -> throw from.malformed("message " + kind);
                };
        if (from.remaining() > 0) {
            throw from.malformed(from.remaining() + " bytes too many");
        }
        return message;
    }

    // questions

    private void write(Question question, ByteSink to) {
        if (question instanceof Question.Keep keep) {
            parts.put(keep.key(), to.put(1));
            parts.put(keep.patch(), to);
        } else if (question instanceof Question.KeepAll keep) {
            parts.put(keep.key(), to.put(2));
            parts.put(keep.record(), to);
            parts.put(keep.idle(), to);
        } else if (question instanceof Question.KeepEnd keep) {
            parts.put(keep.key(), to.put(3));
            parts.put(keep.tombstone(), to);
            parts.put(keep.age(), to);
        } else if (question instanceof Question.Get get) {
            parts.put(get.key(), to.put(4));
            to.putLong(get.known());
        } else if (question instanceof Question.Load load) {
            parts.put(load.key(), to.put(5));
            to.putLong(load.known());
        } else if (question instanceof Question.Save save) {
            parts.put(save.key(), to.put(6));
            parts.put(save.delta(), to);
        } else if (question instanceof Question.Create create) {
            parts.put(create.key(), to.put(14));
            parts.put(create.record(), to);
        } else if (question instanceof Question.Touch touch) {
            parts.put(touch.key(), to.put(7));
            parts.put(touch.lastAccess(), to);
        } else if (question instanceof Question.End end) {
            parts.put(end.key(), to.put(8));
            to.putLong(end.by());
        } else if (question instanceof Question.Move move) {
            parts.put(move.from(), to.put(9));
            parts.put(move.to(), to);
            parts.put(move.record(), to);
        } else if (question instanceof Question.Claim claim) {
            parts.put(claim.key(), to.put(10));
            parts.put(claim.grace(), to);
        } else if (question instanceof Question.Compare compare) {
            to.put(11).putLong(compare.view());
            putAll(compare.sums(), (sum, sink) -> sink.putLong(sum), to);
        } else if (question instanceof Question.Offer offer) {
            to.put(12).putLong(offer.view()).put(offer.missing() ? 1 : 0);
            putAll(
                    offer.sessions(),
                    (listed, sink) -> sink.putLong(listed.key()).putLong(listed.state()),
                    to);
        } else if (question instanceof Question.Copies copies) {
            to.put(13).putLong(copies.view());
            putAll(
                    copies.copies(),
                    (copy, sink) -> {
                        parts.put(copy.key(), sink);
                        parts.put(copy.state(), sink);
                    },
                    to);
        }
    }

    private Question question(ByteSource from) {
        int kind = from.get();
        return switch (kind) {
            case 1 -> new Question.Keep(parts.key(from), parts.patch(from));
            case 2 -> new Question.KeepAll(parts.key(from), parts.record(from), parts.duration(from));
            case 3 -> new Question.KeepEnd(parts.key(from), parts.tombstone(from), parts.duration(from));
            case 4 -> new Question.Get(parts.key(from), from.getLong());
            case 5 -> new Question.Load(parts.key(from), from.getLong());
            case 6 -> new Question.Save(parts.key(from), parts.delta(from));
            case 14 -> new Question.Create(parts.key(from), parts.record(from));
            case 7 -> new Question.Touch(parts.key(from), parts.instant(from));
            case 8 -> new Question.End(parts.key(from), from.getLong());
            case 9 -> new Question.Move(parts.key(from), parts.id(from), parts.record(from));
            case 10 -> new Question.Claim(parts.key(from), parts.duration(from));
            case 11 -> new Question.Compare(from.getLong(), all(from, Long.BYTES, ByteSource::getLong));
            case 12 -> offer(from);
            case 13 ->
                new Question.Copies(
                        from.getLong(),
                        all(from, 2, source -> new Question.Copy(parts.key(source), parts.state(source))));
            default -> throw from.malformed("question " + kind);
        };
    }

    private Question.Offer offer(ByteSource from) {
        long view = from.getLong();
        boolean missing = parts.flag(from);
        List<Question.Listed> listed =
                all(from, 2 * Long.BYTES, source -> new Question.Listed(source.getLong(), source.getLong()));
        return new Question.Offer(view, listed, missing);
    }

    // replies

    private void write(Reply reply, ByteSink to) {
        if (reply instanceof Reply.Kept) {
            to.put(1);
        } else if (reply instanceof Reply.NeedsRecord) {
            to.put(2);
        } else if (reply instanceof Reply.Has has) {
            parts.put(has.record(), to.put(3));
        } else if (reply instanceof Reply.HasEnded ended) {
            parts.put(ended.tombstone(), to.put(4));
            parts.put(ended.age(), to);
        } else if (reply instanceof Reply.Tells tells) {
            parts.put(tells.state(), to.put(5));
            to.put(tells.sure() ? 1 : 0);
        } else if (reply instanceof Reply.Loaded loaded) {
            write(loaded.outcome(), to.put(6));
        } else if (reply instanceof Reply.Saved saved) {
            write(saved.outcome(), to.put(7));
        } else if (reply instanceof Reply.Claimed claimed) {
            write(claimed.outcome(), to.put(8));
        } else if (reply instanceof Reply.Says says) {
            to.put(9).put(says.yes() ? 1 : 0);
        } else if (reply instanceof Reply.Differing differing) {
            putAll(differing.ranges(), (range, sink) -> sink.putVarint(range), to.put(10));
        } else if (reply instanceof Reply.Wanted wanted) {
            putAll(wanted.keys(), (key, sink) -> sink.putLong(key), to.put(11));
        } else if (reply instanceof Reply.Refused refused) {
            to.put(12).putText(refused.reason());
        }
    }

    private Reply reply(ByteSource from) {
        int kind = from.get();
        return switch (kind) {
            case 1 -> new Reply.Kept();
            case 2 -> new Reply.NeedsRecord();
            case 3 -> new Reply.Has(parts.record(from));
            case 4 -> new Reply.HasEnded(parts.tombstone(from), parts.duration(from));
            case 5 -> new Reply.Tells(parts.state(from), parts.flag(from));
            case 6 -> new Reply.Loaded(loaded(from));
            case 7 -> new Reply.Saved(saved(from));
            case 8 -> new Reply.Claimed(claimed(from));
            case 9 -> new Reply.Says(parts.flag(from));
            case 10 -> new Reply.Differing(all(from, 1, source -> (int) source.getVarint()));
            case 11 -> new Reply.Wanted(all(from, Long.BYTES, ByteSource::getLong));
            case 12 -> new Reply.Refused(from.getText());
            default -> throw from.malformed("reply " + kind);
        };
    }

    private void write(LoadOutcome outcome, ByteSink to) {
        if (outcome instanceof LoadOutcome.Unchanged unchanged) {
            parts.put(unchanged.idle(), to.put(1));
        } else if (outcome instanceof LoadOutcome.Changed changed) {
            parts.put(changed.record(), to.put(2));
            parts.put(changed.idle(), to);
        } else {
            to.put(outcome instanceof LoadOutcome.Missing ? 3 : 4);
        }
    }

    private LoadOutcome loaded(ByteSource from) {
        int kind = from.get();
        return switch (kind) {
            case 1 -> new LoadOutcome.Unchanged(parts.duration(from));
            case 2 -> new LoadOutcome.Changed(parts.record(from), parts.duration(from));
            case 3 -> new LoadOutcome.Missing();
            case 4 -> new LoadOutcome.Ended();
            default -> throw from.malformed("outcome " + kind + " of a load");
        };
    }

    private void write(SaveOutcome outcome, ByteSink to) {
        if (outcome instanceof SaveOutcome.Merged merged) {
            parts.put(merged.now(), to.put(2));
        } else {
            to.put(outcome instanceof SaveOutcome.Saved ? 1 : 3);
        }
    }

    private SaveOutcome saved(ByteSource from) {
        int kind = from.get();
        return switch (kind) {
            case 1 -> new SaveOutcome.Saved();
            case 2 -> new SaveOutcome.Merged(parts.record(from));
            case 3 -> new SaveOutcome.Ended();
            default -> throw from.malformed("outcome " + kind + " of a save");
        };
    }

    private void write(ClaimOutcome outcome, ByteSink to) {
        if (outcome instanceof ClaimOutcome.Claimed claimed) {
            parts.put(claimed.last(), to.put(1));
        } else if (outcome instanceof ClaimOutcome.Refused refused) {
            parts.put(refused.idle(), to.put(2));
        } else {
            to.put(3);
        }
    }

    private ClaimOutcome claimed(ByteSource from) {
        int kind = from.get();
        return switch (kind) {
            case 1 -> new ClaimOutcome.Claimed(parts.record(from));
            case 2 -> new ClaimOutcome.Refused(parts.duration(from));
            case 3 -> new ClaimOutcome.Gone();
            default -> throw from.malformed("outcome " + kind + " of a claim");
        };
    }

    // lists

    private static <T> void putAll(List<T> items, BiConsumer<T, ByteSink> writer, ByteSink to) {
        to.putVarint(items.size());
        items.forEach(item -> writer.accept(item, to));
    }

    private static <T> List<T> all(ByteSource from, int smallest, Function<ByteSource, T> reader) {
        int count = from.getCount(smallest);
        List<T> items = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            items.add(reader.apply(from));
        }
        return items;
    }
}
