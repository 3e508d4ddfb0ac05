/**
 * Which sruns there are, which of them a session belongs to, and the file that says so. Router and stores call the same
 * {@link org.ringlet.cluster.Placement}, so that they agree without talking.
 *
 * <p>A {@link org.ringlet.cluster.Cluster} is a snapshot that never changes; {@link
 * org.ringlet.cluster.ClusterFileWatcher} puts another in its place. A cluster file is valid as a whole or not used at all,
 * and what is said of its faults holds no secret.
 */
@NullMarked
package org.ringlet.cluster;

import org.jspecify.annotations.NullMarked;
