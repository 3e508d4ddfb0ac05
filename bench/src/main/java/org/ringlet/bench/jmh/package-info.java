/** Single operations under JMH: what a session is encoded, sealed, digested and merged with. */
@NullMarked
package org.ringlet.bench.jmh;

import org.jspecify.annotations.NullMarked;
