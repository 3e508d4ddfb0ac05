package org.ringlet.store.file;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;
import org.ringlet.session.SessionKey;

/**
 * Where a session is in the directory: two hex digits of a subdirectory and 38 of a name, 160 bits of a hash of the
 * key together. So nothing that a client chose is ever part of a path.
 */
record FileName(String shard, String name) {
    static final int SHARDS = 256;
    static final String CLAIM_SUFFIX = ".claim";
    static final String TEMP_SUFFIX = ".tmp";

    private static final int HASH_BYTES = 20;
    private static final Pattern NAME = Pattern.compile("[0-9a-f]{38}");

    static FileName of(SessionKey key) {
        byte[] hash = Arrays.copyOf(sha256(key.canonical().array()), HASH_BYTES);
        String digits = HexFormat.of().formatHex(hash);
        return new FileName(digits.substring(0, 2), digits.substring(2));
    }

    /** The session that a file in a subdirectory is of, whatever its suffix; empty if it is no file of ours. */
    static Optional<FileName> of(String shard, String fileName) {
        int dot = fileName.indexOf('.');
        String name = dot < 0 ? fileName : fileName.substring(0, dot);
        return NAME.matcher(name).matches() ? Optional.of(new FileName(shard, name)) : Optional.empty();
    }

    static String shard(int number) {
        return HexFormat.of().toHexDigits((byte) number);
    }

    String path() {
        return shard + "/" + name;
    }

    String claimPath() {
        return path() + CLAIM_SUFFIX;
    }

    /** A number from 0 to {@code count} - 1, the same for all files that must not be written at once. */
    int stripe(int count) {
        return Integer.parseInt(name, 0, 6, 16) % count;
    }

    static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JVM lacks SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return path();
    }
}
