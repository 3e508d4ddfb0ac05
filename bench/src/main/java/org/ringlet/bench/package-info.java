/**
 * What Ringlet costs, as ratios to what else there is, taken in one run on one machine: {@code sessions}, {@code heap}
 * and {@code router} put real processes side by side, {@code codec} and {@code jmh} look at single operations.
 */
@NullMarked
package org.ringlet.bench;

import org.jspecify.annotations.NullMarked;
