/* Symbols that divide a size into three sections or more. Private to analysis/by_size.
 *
 * Of core < occupied < all each is where a loop begins that ends at the next one. Were core and occupied the same part of
 * a size, the loops between them would have nothing to do.
 */
#ifndef PMECACHE_ANALYSIS_BY_SIZE_SYMBOLS_SECTIONS_H
#define PMECACHE_ANALYSIS_BY_SIZE_SYMBOLS_SECTIONS_H

#include "analysis/by_size/unknown_sizes.h"
#include "uses.h"

/* Makes what comes before another border in `out` a smaller part of the size, for loops that are empty else. */
void pme__order_sections(const pme__uses *uses, pme__unknown_symbols *out);

#endif
