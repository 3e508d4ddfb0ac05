/**
 * Which sruns there are, which of them a session belongs to, and the file that says so. Router and stores call the same
 * {@link org.ringlet.cluster.Placement}, so that they agree without talking.
 */
@NullMarked
package org.ringlet.cluster;

import org.jspecify.annotations.NullMarked;
