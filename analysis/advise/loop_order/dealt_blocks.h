/* A loop that is dealt out and would have to stand inside. Private to analysis/advise/loop_order. */
#ifndef PMECACHE_ANALYSIS_ADVISE_LOOP_ORDER_DEALT_BLOCKS_H
#define PMECACHE_ANALYSIS_ADVISE_LOOP_ORDER_DEALT_BLOCKS_H

#include "order_finder.h"

/* Of the nest as it stands: orders that only blocks of the outermost loop allow, which stay dealt out in its place. The best
 * one goes to `out` where it takes clearly less time than what is there. PME_NO_MEMORY. */
pme_status pme__find_dealt_blocks(pme__order_finder *f, const pme__wait_question *wait, const pme_nest_order *nest,
                                  pme_loop_order *out);

#endif
