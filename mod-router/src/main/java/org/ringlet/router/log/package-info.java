/** The access log: one line a request, written away from the event loops. */
@NullMarked
package org.ringlet.router.log;

import org.jspecify.annotations.NullMarked;
