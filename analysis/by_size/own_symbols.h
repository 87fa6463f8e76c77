/* Which symbols a loop itself asks for. Private to analysis/by_size. */
#ifndef PMECACHE_ANALYSIS_BY_SIZE_OWN_SYMBOLS_H
#define PMECACHE_ANALYSIS_BY_SIZE_OWN_SYMBOLS_H

#include "pmecache/by_size.h"

/* Fills in `own` and `own_count`; what is taken for code that a loop by itself leaves out goes. False: no memory. */
bool pme__find_own_symbols(const pme_program *program, const pme_by_size *answer, pme_by_size_loop *loop,
                           pme_arena *arena);

#endif
