/* Reuse classes of a reference: the strata of the sample. Private to analysis/model/walk.
 *
 * Along a SMALL loop a reference stays in its line for a RUN of iterations. The first of a run is its leader; the
 * others were preceded by a touch of the same line one iteration of that loop earlier. With the small loops ordered,
 * innermost first, class c holds the instances that lead in loops 0 .. c-1 but not in loop c; the last class holds
 * those that lead everywhere: first touches, and what comes back after long. Within a class hits and misses are much
 * alike.
 *
 * Sample of a class: draw an instance uniformly, replace it by the leader of its run in loops 0 .. c-1 with weight
 * 1 / length each, and by a random other member of its run in loop c with weight (length - 1) / length. The mean
 * of weight * misses, times the number of instances, is unbiased for the class (Horvitz and Thompson; spec
 * sampled-walk.md 5.1). Classes only serve efficiency: any partition into runs would be right.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_DECIDE_REUSE_RUN_H
#define PMECACHE_ANALYSIS_MODEL_WALK_DECIDE_REUSE_RUN_H

#include "decide.h"

typedef enum pme__walk_small_kind {
  PME__WALK_SMALL_CREW,   /* the threads of the instance, at the same place of their own sequence */
  PME__WALK_SMALL_LOOP,   /* iterations of one loop by one thread */
  PME__WALK_SMALL_BLOCKS, /* blocks of a worksharing loop that share a line: their first iterations in it */
  PME__WALK_SMALL_ROUNDS, /* a thread's own blocks, at the same place in each */
  PME__WALK_SMALL_DIGITS, /* iterations of one loop that is split into digits, by one thread */
  PME__WALK_SMALL_TURNS   /* outermost digits, with the same digits inside */
} pme__walk_small_kind;

typedef struct pme__walk_small {
  pme__walk_small_kind kind;
  int level; /* of the loop in the path; CREW without a worksharing loop: of the phase; of the outermost digit */
  int64_t stride_bytes; /* of one iteration */
} pme__walk_small;

typedef struct pme__walk_classes {
  int reference;
  int small_count;
  pme__walk_small smalls[PME__TREE_MAX_LOOPS + 2];
} pme__walk_classes;

void pme__walk_find_classes(pme__walk_sieve *sieve, int reference, pme__walk_classes *out);
/* Moves an instance into class `c` and returns its weight; 0: it has no counterpart there. */
double pme__walk_project(pme__walk_sieve *sieve, const pme__walk_classes *classes, int c, uint64_t *random,
                         pme__walk_instance *instance);

/* The small loop at this level of the path (kind LOOP) among the first `c`; NULL: there is none. */
const pme__walk_small *pme__walk_small_loop(const pme__walk_classes *classes, int c, int level);

/* Whether the thread of an instance of class `c` certainly touched its lines before. (Not so where other threads did,
 * which may be later.) */
bool pme__walk_comes_back(const pme__walk_classes *classes, int c);

/* The class that an instance is in. For tests. */
int pme__walk_class_of(pme__walk_sieve *sieve, const pme__walk_classes *classes, const pme__walk_instance *instance);

#endif
