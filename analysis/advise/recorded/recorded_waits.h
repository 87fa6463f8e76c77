/* What a recorded loop waits for: loads of which one tells the address of the next, and branches that a core guesses
 * wrong. Private to analysis/advise/recorded. */
#ifndef PMECACHE_ANALYSIS_ADVISE_RECORDED_RECORDED_WAITS_H
#define PMECACHE_ANALYSIS_ADVISE_RECORDED_RECORDED_WAITS_H

#include "recorded_program.h"

/* Of the loop whose misses the prediction has. False: no memory in the arena. */
bool pme__recorded_waits_of(const pme__recorded_loop *loop, const pme_prediction *prediction, const pme__costs *costs,
                            pme_arena *arena, pme__waits *out);

#endif
