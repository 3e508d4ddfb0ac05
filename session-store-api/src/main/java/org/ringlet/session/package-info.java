/**
 * What a session is: a record of stamped entries whose {@linkplain org.ringlet.session.SessionRecord#merge merge} is
 * commutative, associative and idempotent, so that copies converge whatever the order in which they meet.
 */
@NullMarked
package org.ringlet.session;

import org.jspecify.annotations.NullMarked;
