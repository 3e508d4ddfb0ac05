package org.ringlet.seal;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Optional;
import org.ringlet.form.ByteSink;
import org.ringlet.form.ByteSource;
import org.ringlet.session.Application;
import org.ringlet.session.SessionId;
import org.ringlet.session.SessionKey;
import org.ringlet.session.SessionRecord;

/** No seal: a check sum over all that is stored, the session key included, finds what was damaged or mixed up. */
final class CheckSumSeal implements Seal {
    private static final int CHECK_SIZE = 16;
    private static final int HEADER_SIZE = Prefix.SIZE + CHECK_SIZE;

    @Override
    public byte[] seal(SessionKey key, SessionRecord record) {
        byte[] canonical = key.canonical().array();
        var form = new ByteSink(HEADER_SIZE + Payload.expectedSize(canonical, record));
        Prefix.write(Prefix.Kind.CHECKED, form);
        int atCheck = form.skip(CHECK_SIZE);
        Payload.write(canonical, record, form);
        Prefix.setLength(form, form.size());
        System.arraycopy(check(form.array(), form.size()), 0, form.array(), atCheck, CHECK_SIZE);
        return form.toByteArray();
    }

    @Override
    public SessionRecord open(SessionKey key, byte[] sealed) {
        Prefix.require(Prefix.Kind.CHECKED, HEADER_SIZE, key, sealed);
        if (!Arrays.equals(check(sealed, sealed.length), 0, CHECK_SIZE, sealed, Prefix.SIZE, HEADER_SIZE)) {
            throw Prefix.unreadable(key, "altered: its check sum is wrong");
        }
        return Payload.read(key, key.canonical().array(), new ByteSource(key, sealed, HEADER_SIZE, sealed.length));
    }

    @Override
    public byte[] sealId(SessionKey key) {
        return key.id().value().getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public SessionId openId(Application application, byte[] sealedId) {
        String text = new String(sealedId, StandardCharsets.ISO_8859_1);
        Optional<SessionId> id = SessionId.parse(text);
        return id.filter(parsed -> parsed.value().equals(text))
                .orElseThrow(() -> Prefix.unreadable(application, "no session id (is it a sealed one?)"));
    }

    private static byte[] check(byte[] form, int size) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            sha256.update(form, 0, Prefix.SIZE);
            sha256.update(form, HEADER_SIZE, size - HEADER_SIZE);
            return sha256.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JVM lacks SHA-256", e);
        }
    }
}
