/* Symbols that say how far a window is moved at a time. Private to analysis/by_size.
 *
 * `(height + 2 * pad - width) / stride + 1` places of a window, at `y * stride + p`: what divides sizes and multiplies the
 * variable of a loop, but ends none, is no number of parts.
 */
#ifndef PMECACHE_ANALYSIS_BY_SIZE_SYMBOLS_STRIDES_H
#define PMECACHE_ANALYSIS_BY_SIZE_SYMBOLS_STRIDES_H

#include "pmecache/program.h"

/* The origin of what was taken as such: 1. */
extern const char pme__of_stride[];

/* Of a symbol that divides others. */
bool pme__is_stride(const pme_program *program, int parameter);

#endif
