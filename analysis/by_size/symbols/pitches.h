/* Symbols that stand in addresses alone: pitches of rows, planes and blocks, and numbers of rows. Private to
 * analysis/by_size.
 *
 * Were they all as large as the size, planes that are one after the other would lie on each other: of
 * v[number * volume + k * plane + j * row + i] the pitch `plane` is as long as a plane of rows is, n^2 where loops go
 * to n. How it is found: docs/model/by-size.md 1.
 */
#ifndef PMECACHE_ANALYSIS_BY_SIZE_SYMBOLS_PITCHES_H
#define PMECACHE_ANALYSIS_BY_SIZE_SYMBOLS_PITCHES_H

#include "address_terms.h"
#include "analysis/by_size/unknown_sizes.h"

/* Gives the sizes of `out` that are such symbols (`where`, per parameter of the program) a form of their own, or makes
 * them symbols that are taken. Leaves all as it is where there are no other sizes. PME_NO_MEMORY. */
pme_status pme__find_pitches(const pme_program *program, const pme_what_if *what_if, const pme__where *where,
                             const pme__address_terms *lists, pme_arena *arena, pme__unknown_symbols *out);

#endif
