package org.ringlet.cluster;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * How a router's probe shows an srun that it knows the cluster's secret, without sending it: the time in seconds, a dot,
 * and the HMAC-SHA256 of {@code ringlet-status:<seconds>} in hexadecimal. Good for as long as the verifier tolerates.
 */
public final class StatusProof {
    /** The request header that carries the proof. */
    public static final String HEADER = "X-Ringlet-Proof";

    private static final String PURPOSE = "ringlet-status:";
    private static final String ALGORITHM = "HmacSHA256";
    /** Seconds since 1970 have ten digits until the year 2286. */
    private static final int MAX_DIGITS = 11;

    private StatusProof() {}

    /** The value of the header for a request that is sent at {@code now}. */
    public static String header(String secret, Instant now) {
        String seconds = Long.toString(now.getEpochSecond());
        return seconds + "." + HexFormat.of().formatHex(mac(secret, seconds));
    }

    /**
     * Whether {@code value} was made with this secret at a time that is no further than {@code tolerance} from
     * {@code now}. Takes the same time for every wrong digest.
     */
    public static boolean verify(String secret, String value, Instant now, Duration tolerance) {
        int dot = value.indexOf('.');
        if (dot < 1 || dot > MAX_DIGITS || !isDigits(value, dot)) {
            return false;
        }
        String seconds = value.substring(0, dot);
        byte[] expected = HexFormat.of().formatHex(mac(secret, seconds)).getBytes(US_ASCII);
        byte[] actual = value.substring(dot + 1).getBytes(UTF_8);
        return MessageDigest.isEqual(expected, actual) && isWithin(tolerance, seconds, now);
    }

    private static boolean isDigits(String value, int end) {
        return value.chars().limit(end).allMatch(c -> c >= '0' && c <= '9');
    }

    private static boolean isWithin(Duration tolerance, String seconds, Instant now) {
        try {
            Duration distance = Duration.between(Instant.ofEpochSecond(Long.parseLong(seconds)), now);
            return distance.abs().compareTo(tolerance) <= 0;
        } catch (DateTimeException | ArithmeticException e) {
            return false;
        }
    }

    private static byte[] mac(String secret, String seconds) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(UTF_8), ALGORITHM));
            return mac.doFinal((PURPOSE + seconds).getBytes(US_ASCII));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }
}
