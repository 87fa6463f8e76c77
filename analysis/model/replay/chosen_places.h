/* At which places of the arrays a program is run, and in which order. Private to analysis/model/replay. */
#ifndef PMECACHE_ANALYSIS_MODEL_REPLAY_CHOSEN_PLACES_H
#define PMECACHE_ANALYSIS_MODEL_REPLAY_CHOSEN_PLACES_H

#include "analysis/model/loop_tree/loop_tree.h"
#include "pmecache/machine.h"

/* [place * groups + group]: where each group of arrays begins. likely: of `count` places the first is the likeliest, the
 * others are those that tell most beside it; else all are drawn. NULL: there is no memory. */
int64_t *pme__choose_places(const pme__loop_tree *program, const pme_machine *machine, bool likely, int count,
                            pme_arena *arena);

#endif
