/* Symbols that say how wide a window is which is moved over data. Private to analysis/by_size.
 *
 * Of in[(y * stride + p) * row + x * stride + q] the loops p and q go over a window: what they move by, loops around
 * them move by, too, or so many times as much. A window is small beside what it is moved over (a filter, a pool, a
 * band); all sizes equal would make the work a higher power of them. What is taken off the subscripts of such data and
 * added to where loops over them end, or to what conditions hold them against (padding), is small, too, and so is the
 * stride, where no loop ends at it: conditions would hold for hardly any place of the window.
 */
#ifndef PMECACHE_ANALYSIS_BY_SIZE_SYMBOLS_WINDOWS_H
#define PMECACHE_ANALYSIS_BY_SIZE_SYMBOLS_WINDOWS_H

#include "address_terms.h"
#include "analysis/by_size/unknown_sizes.h"

/* The origin of what was taken as such. */
extern const char pme__of_window[];

/* Takes the sizes of `out` that are widths of windows, strides, or padding, as such, if others are left. `may_be`, per
 * parameter: it may be one by what else it is for. PME_NO_MEMORY. */
pme_status pme__find_windows(const pme_program *program, const pme__address_terms *lists, const bool *may_be,
                             pme_arena *arena, pme__unknown_symbols *out);

#endif
