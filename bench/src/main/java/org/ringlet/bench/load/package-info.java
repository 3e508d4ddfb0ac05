/**
 * A closed loop of users, each with one request outstanding on a connection of its own, who check every answer.
 *
 * <p>A measured window begins and ends with no request under way, so that what the server used in between belongs to
 * exactly the requests that are counted.
 */
@NullMarked
package org.ringlet.bench.load;

import org.jspecify.annotations.NullMarked;
