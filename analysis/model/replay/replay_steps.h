/* Loops over time steps that are all alike: a few are run, and the last of them stands for the rest. Private to
 * analysis/model/replay.
 *
 * What a step leaves in LRU caches are the lines that it touched last, and behind them older ones that no step touches.
 * So each step finds what the one before has found, from the second on, but for lines that writes of others take and
 * chunks that go to who is done first, which settle in a step or two more.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_REPLAY_REPLAY_STEPS_H
#define PMECACHE_ANALYSIS_MODEL_REPLAY_REPLAY_STEPS_H

#include "analysis/model/loop_tree/loop_tree.h"
#include "replay_caches.h"

enum { PME__REPLAY_LEAST_STEPS = 3 }; /* that are run */

typedef struct pme__replay_tally pme__replay_tally;
typedef struct pme__replay_steps pme__replay_steps;

/* Whether parts of the loop are run by teams, and all its iterations make the same accesses. */
bool pme__replay_repeats(const pme__loop_tree *program, const pme__tree_node *loop);
/* Share of the reference's accesses that are run where steps stand for others. */
double pme__replay_share_run(const pme__loop_tree *program, const pme__tree_reference *reference);

/* Before the first step; rows: counts of a tally. NULL: out of memory. */
pme__replay_steps *pme__replay_steps_create(int reference_count, int64_t rows);
void pme__replay_steps_destroy(pme__replay_steps *steps);
/* Before each step. */
void pme__replay_begin_step(pme__replay_steps *steps, const pme__replay_tally *tally);
/* After each; `left`: steps that are to come. True: the rest was added, as many times this step. */
bool pme__replay_end_step(pme__replay_steps *steps, int64_t left, const pme__replay_tally *tally);

#endif
