/**
 * A shop of eight things, plain servlets and no framework. Everything that a visitor does is kept in the session: that is
 * the point of it.
 */
@NullMarked
package org.ringlet.shop;

import org.jspecify.annotations.NullMarked;
