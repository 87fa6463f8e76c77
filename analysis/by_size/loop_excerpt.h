/* A loop of a search as a program of its own, with the choices of one of its loops. Private to analysis/by_size. */
#ifndef PMECACHE_ANALYSIS_BY_SIZE_LOOP_EXCERPT_H
#define PMECACHE_ANALYSIS_BY_SIZE_LOOP_EXCERPT_H

#include "excerpt.h"
#include "search.h"

/* pme__program_excerpt of the outermost loop `top`, as the search's loop `loop` runs. PME_NO_MEMORY. */
pme_status pme__excerpt_of_loop(const pme__size_search *search, int top, int loop, pme_program **out, int *nodes);

#endif
