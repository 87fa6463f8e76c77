/* A nest of loops as integer sets see it, read from a program. Private to analysis/advise. */
#ifndef PMECACHE_ANALYSIS_ADVISE_TRANSFORM_NEST_H
#define PMECACHE_ANALYSIS_ADVISE_TRANSFORM_NEST_H

#include "pmecache/arena.h"
#include "polyhedra/polyhedra.h"

typedef enum pme__nest_obstacle {
  PME__NEST_FREE,
  PME__NEST_CODE,    /* something in it is not in the program, or data choose its place: it may touch anything */
  PME__NEST_CARRIED, /* values in registers go from iteration to iteration */
  PME__NEST_DEPTH    /* too many loops */
} pme__nest_obstacle;

typedef struct pme__nest_reading {
  pme__nest_obstacle obstacle;
  int culprit; /* the node where it is; PME_NONE: of the nest as a whole */
  pme__nest nest;
  const int *loops;    /* nodes, those of the nest alone, outermost first */
  const int *accesses; /* nodes, in the order of the nest's */
} pme__nest_reading;

/* Whether all that stands in the loop, beside the one inside of it, is read and is always the same: bounds. */
bool pme__holds_only(const pme_concrete *concrete, int loop, int inside);

/* The loops from `outermost` down to `innermost`, each the only loop in the one around it, with no region or condition
 * between them. PME_NO_MEMORY. */
pme_status pme__read_nest(const pme_concrete *concrete, int outermost, int innermost, pme_arena *arena,
                          pme__nest_reading *out);

#endif
