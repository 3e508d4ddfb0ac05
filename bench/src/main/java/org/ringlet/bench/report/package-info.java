/** What comes out: a line of JSON for each measurement, and a table of medians and of ratios to a baseline. */
@NullMarked
package org.ringlet.bench.report;

import org.jspecify.annotations.NullMarked;
