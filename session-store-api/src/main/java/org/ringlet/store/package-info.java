/**
 * What a store must do: keep records by key so that no acknowledged save is lost, an ended session never comes back,
 * and "I can't tell" is never mistaken for "there is none".
 */
@NullMarked
package org.ringlet.store;

import org.jspecify.annotations.NullMarked;
