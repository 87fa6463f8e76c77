/* Predictions as functions of a size, in words. Private to analysis/report. */
#ifndef PMECACHE_ANALYSIS_REPORT_WORDS_BY_SIZE_WORDS_H
#define PMECACHE_ANALYSIS_REPORT_WORDS_BY_SIZE_WORDS_H

#include "pmecache/by_size.h"
#include "words.h"

/* What laws call the size: the symbol itself where it is the only one and short, else "n". */
const char *pme__size_name(const pme_by_size *answer);
/* "for every n", "for every n = ni = nj"; of a loop (may be NULL) that has one size only, "at n = ni = 11, larger ones take
 * more effort". */
void pme__say_sizes(pme__words *words, const pme_by_size *answer, const pme_by_size_loop *loop);
/* "L3 0.39 n^2 misses up to n = 1,001, 0.031 n^3 (0.78% of accesses) from 1,077": the last few laws of a level. */
void pme__say_laws(pme__words *words, const pme_by_size *answer, const pme_by_size_loop *loop, int level);
/* "2 n^2": accesses whose addresses data decide, of a loop that has some at its largest size. */
void pme__say_left_out(pme__words *words, const pme_by_size *answer, const pme_by_size_loop *loop);
/* The size by a symbol: "n", "4 m" where that is a quarter of it, "sqrt(plane)", "sqrt(plane / 18)". */
void pme__say_size_symbol(pme__words *words, const char *symbol, pme_size_form form);
/* "taken: chunk = 16, tsteps = 10", or nothing. */
void pme__say_taken(pme__words *words, const pme_binding *taken, int count);

#endif
