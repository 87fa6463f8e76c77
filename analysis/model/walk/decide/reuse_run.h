/* Which loops carry the reuse of a reference: the strata of the sample. Private to analysis/model/walk.
 *
 * Along a CARRIER a reference stays in its line for a RUN of iterations (a carrier is a loop with a small stride, or
 * the threads, blocks or rounds of a worksharing loop). The first of a run is its leader; the others were preceded by a
 * touch of the same line one iteration of the carrier earlier. With the carriers ordered, innermost first, stratum c
 * holds the instances that lead along carriers 0 .. c-1 but not along carrier c; the last stratum holds those that lead
 * everywhere: first touches, and what comes back after long. Within a stratum hits and misses are much alike.
 *
 * Sample of a stratum: draw an instance uniformly, replace it by the leader of its run along carriers 0 .. c-1 with
 * weight 1 / length each, and by a random other member of its run along carrier c with weight (length - 1) / length.
 * The mean of weight * misses, times the number of instances, is unbiased for the stratum (Horvitz and Thompson;
 * docs/model/walk.md 5.1). Strata only serve efficiency: any partition into runs would be right.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_DECIDE_REUSE_RUN_H
#define PMECACHE_ANALYSIS_MODEL_WALK_DECIDE_REUSE_RUN_H

#include "decide.h"

typedef enum pme__carrier_kind {
  PME__CARRIER_SHARERS,    /* the threads of the instance, at the same index of their own sequence */
  PME__CARRIER_LOOP,       /* iterations of one loop by one thread */
  PME__CARRIER_BLOCKS,     /* blocks of a worksharing loop that share a line: their first iterations in it */
  PME__CARRIER_ROUNDS,     /* a thread's own blocks, at the same position in each */
  PME__CARRIER_DIGITS,     /* iterations of one loop that is split into digits, by one thread */
  PME__CARRIER_OUTER_DIGIT /* outermost digits, with the same digits inside */
} pme__carrier_kind;

typedef struct pme__carrier {
  pme__carrier_kind kind;
  int level; /* of the loop in the path; SHARERS without a worksharing loop: of the phase; of the outermost digit */
  int64_t stride_bytes; /* of one iteration */
  bool is_cut;          /* LOOP: bounds inside let only some of its iterations in a line through, one after the other */
} pme__carrier;

typedef struct pme__carriers {
  int reference;
  int count;
  pme__carrier at[PME__TREE_MAX_LOOPS + 2];
} pme__carriers;

static inline int64_t pme__stride_length(int64_t stride) { return stride < 0 ? -stride : stride; }

void pme__find_carriers(pme__level_state *state, int reference, pme__carriers *out);
/* Of a loop inside of the one at `depth`, or a guard: whether those of its iterations in which the same one of the node
 * is run follow each other, and the first of them does not vary with other loops: runs are cut, not torn. */
bool pme__is_cut_along(const pme__tree_node *node, int depth);
/* Moves an instance into stratum `c` and returns its weight; 0: it has no counterpart there. */
double pme__carrier_project(pme__level_state *state, const pme__carriers *carriers, int c, uint64_t *random,
                            pme__walk_instance *instance);

/* The carrier at this level of the path (kind LOOP) among the first `c`; NULL: there is none. */
const pme__carrier *pme__carrier_loop(const pme__carriers *carriers, int c, int level);

/* Whether the thread of an instance of stratum `c` certainly touched its lines before. (Not so where other threads did,
 * which may be later.) */
bool pme__carrier_is_own_thread(const pme__carriers *carriers, int c);

/* The stratum that an instance is in. For tests. */
int pme__carrier_of(pme__level_state *state, const pme__carriers *carriers, const pme__walk_instance *instance);

#endif
