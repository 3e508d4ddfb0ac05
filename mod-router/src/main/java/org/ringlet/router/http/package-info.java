/**
 * What a request must be, and what is changed in it on its way: small {@linkplain
 * org.ringlet.router.http.RequestStage stages} over one {@code HttpRequest}, assembled in {@link
 * org.ringlet.router.http.RequestPipeline}. Whatever two parsers could read in two ways is refused: nothing ambiguous
 * reaches an srun.
 */
@NullMarked
package org.ringlet.router.http;

import org.jspecify.annotations.NullMarked;
