/* Loops beside each other that would cost less as one. Private to analysis/advise/loop_order. */
#ifndef PMECACHE_ANALYSIS_ADVISE_LOOP_ORDER_LOOP_FUSION_H
#define PMECACHE_ANALYSIS_ADVISE_LOOP_ORDER_LOOP_FUSION_H

#include "order_trial.h"

/* The next node, where it is a loop with which `loop` can be one: of the same iterations, dealt out in the same way, and
 * both touch an array in common; PME_NONE. */
int pme__neighbour_of(const pme_concrete *concrete, int loop);

/* Whether the two can be one, and what that costs. `question->loop` is not read. `is_found`: there is something to say.
 * PME_NO_MEMORY. */
pme_status pme__try_fusion(const pme__order_question *question, const pme_concrete *concrete, int first, int second,
                           pme_arena *arena, bool *is_found, pme_loop_fusion *out);

#endif
