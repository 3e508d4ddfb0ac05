/**
 * The demonstration: some Tomcats in processes of their own, a router before them, and a watch that says what happens
 * and starts again what was killed. Everything is in one directory and ends with this process.
 */
@NullMarked
package org.ringlet.cli.demo;

import org.jspecify.annotations.NullMarked;
