/* Symbols that are taken off where loops end: margins, and widths of borders. Private to analysis/by_size.
 *
 * Were all sizes equal, `for (i = halo; i < n - halo; i++)` would leave nothing to do: what is taken off is less.
 */
#ifndef PMECACHE_ANALYSIS_BY_SIZE_SYMBOLS_WIDTHS_H
#define PMECACHE_ANALYSIS_BY_SIZE_SYMBOLS_WIDTHS_H

#include "analysis/by_size/unknown_sizes.h"
#include "uses.h"

enum { PME__TAKEN_MARGIN = 2 };
/* The origin of what was taken as such. */
extern const char pme__of_margin[];

/* Of loops that are empty where all sizes are equal: takes such sizes of `out` for a margin, or makes them parts. */
void pme__find_widths(const pme__uses *uses, pme__unknown_symbols *out);

#endif
