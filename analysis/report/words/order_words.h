/* Another order of loops in words. Private to analysis/report. */
#ifndef PMECACHE_ANALYSIS_REPORT_WORDS_ORDER_WORDS_H
#define PMECACHE_ANALYSIS_REPORT_WORDS_ORDER_WORDS_H

#include "pmecache/advice.h"
#include "words.h"

/* "#pragma omp interchange permutation(1,3,2)" (OpenMP 6.0). False, and nothing: no compiler takes one there. */
bool pme__say_order_pragma(pme__words *words, const pme_prediction *prediction, const pme_loop_order *order);

/* "#pragma omp tile sizes(32,64)" (OpenMP 5.1). False as above. */
bool pme__say_tile_pragma(pme__words *words, const pme_prediction *prediction, const pme_loop_order *order);

/* Whether threads would share the counter of the loop in this place of the source, if it is declared outside of that loop.
 * OpenMP makes it private where the loop is dealt out: not inside of another one, and not in loops that a directive makes
 * of it, as tiles are. `by_directive`: so is the order. */
bool pme__makes_counter_shared(const pme_prediction *prediction, const pme_loop_order *order, int loop,
                               bool by_directive);

/* "legal", "reversed", ...: as JSON has it. */
const char *pme__order_legality_name(pme_order_legality legality);

/* "the innermost loop 'k' (heat.c:11:9) goes from line to line in 'u', 16384 bytes a step; ..." */
void pme__say_loop_order(pme__words *words, const pme_prediction *prediction, const pme_loop_order *order);

/* The directive around both loops: "#pragma omp fuse" (OpenMP 6.0). False as above. */
bool pme__say_fuse_pragma(pme__words *words, const pme_prediction *prediction, const pme_loop_fusion *fusion);

/* "as one loop with the next one, 'i' (heat.c:14:1), ..." */
void pme__say_loop_fusion(pme__words *words, const pme_prediction *prediction, const pme_loop_fusion *fusion);

#endif
