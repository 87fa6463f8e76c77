/* Symbols that stand in one product alone. Private to analysis/by_size.
 *
 * Of `for (i = 0; i < rows * columns; i++)`, where neither stands anywhere else, the product is the one size that there is:
 * were both n, iterations would be n^2, and a law would have to be read as one of two symbols. The last one is 1.
 */
#ifndef PMECACHE_ANALYSIS_BY_SIZE_SYMBOLS_PRODUCTS_H
#define PMECACHE_ANALYSIS_BY_SIZE_SYMBOLS_PRODUCTS_H

#include "analysis/by_size/unknown_sizes.h"
#include "uses.h"

/* The origin of what was taken as such: 1. */
extern const char pme__of_product[];

/* Takes sizes of `out` as 1 that multiply others wherever these, or they themselves, stand: where loops end, too, for what
 * stands in addresses alone is a pitch. PME_NO_MEMORY. */
pme_status pme__find_products(const pme__uses *uses, pme_arena *arena, pme__unknown_symbols *out);

#endif
