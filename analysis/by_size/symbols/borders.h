/* Symbols that say how wide a border is, or where rows begin. Private to analysis/by_size.
 *
 * Rows of `nx + 2 * ghosts` have a border on both sides of what is computed, a few elements wide: were it as wide as what
 * it goes around, most of the array would be border, and rows, planes and loops over them three times as long. Rows of
 * `last - first + 1` begin at 0: were the first element as far as the last one, they would have one.
 */
#ifndef PMECACHE_ANALYSIS_BY_SIZE_SYMBOLS_BORDERS_H
#define PMECACHE_ANALYSIS_BY_SIZE_SYMBOLS_BORDERS_H

#include "address_terms.h"
#include "analysis/by_size/unknown_sizes.h"
#include "uses.h"

/* Takes the sizes of `out` that are added twice to others, in addresses or where loops end (or once there, and taken off
 * where the loop begins), for a margin, and those that are taken off others in pitches for 0; none that ends a
 * worksharing loop by itself. */
void pme__find_borders(const pme__uses *uses, const pme__address_terms *lists, pme__unknown_symbols *out);

#endif
