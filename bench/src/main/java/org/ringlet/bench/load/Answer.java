package org.ringlet.bench.load;

import java.util.Optional;

/**
 * One answer of a server.
 *
 * @param cookie the name and value of the cookie that it sets
 * @param number what the body begins with, -1 if that is no digit
 * @param size how many bytes the body has
 */
public record Answer(int status, Optional<String> cookie, long number, int size) {}
