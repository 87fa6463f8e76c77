/* Loops beside each other that would cost less as one. Private to analysis/advise/loop_order. */
#ifndef PMECACHE_ANALYSIS_ADVISE_LOOP_ORDER_LOOP_FUSION_H
#define PMECACHE_ANALYSIS_ADVISE_LOOP_ORDER_LOOP_FUSION_H

#include "order_trial.h"

/* The next node, where it is a loop with which `loop` can be one: of the same iterations, dealt out in the same way, and
 * both touch an array in common; PME_NONE. */
int pme__neighbour_of(const pme_concrete *concrete, int loop);

pme_loop_fusion pme__fusion_of(const pme_program *program, int first, int second);

/* Whether lines that both touch cost enough for a gain, by a prediction of the program: what is touched by one of them
 * alone no fusion saves. */
bool pme__may_save_lines(const pme_prediction *prediction, const pme__costs *costs, int first, int second);

/* Whether the two may be one: sets `legality` and what stands against it. PME_NO_MEMORY. */
pme_status pme__examine_fusion(const pme_concrete *concrete, pme_arena *arena, pme_loop_fusion *out);

/* What it costs, first by a rough look. `question->loop` is not read. `is_found`: there is something to say.
 * PME_NO_MEMORY. */
pme_status pme__try_fusion(const pme__order_question *question, bool *is_found, pme_loop_fusion *out);

#endif
