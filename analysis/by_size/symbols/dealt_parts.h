/* Numbers of parts that are dealt out. Private to analysis/by_size. */
#ifndef PMECACHE_ANALYSIS_BY_SIZE_SYMBOLS_DEALT_PARTS_H
#define PMECACHE_ANALYSIS_BY_SIZE_SYMBOLS_DEALT_PARTS_H

#include "analysis/by_size/unknown_sizes.h"
#include "uses.h"

/* A worksharing loop of so many parts (`taken`: of that origin) that nothing else makes longer: the parts are a size. What
 * is divided by them and was taken for a number is so many times the size. */
void pme__find_dealt_parts(const pme__uses *uses, const char *origin, pme__unknown_symbols *out);

/* Trips of this origin (data decide) that are what a thread of a region does, from a table by its number: a size. */
void pme__find_thread_shares(const pme__uses *uses, const char *origin, pme__unknown_symbols *out);

#endif
