/* Pieces of code behind each other as integer sets see them, read from a program. Private to analysis/advise. */
#ifndef PMECACHE_ANALYSIS_ADVISE_TRANSFORM_NEIGHBOURS_H
#define PMECACHE_ANALYSIS_ADVISE_TRANSFORM_NEIGHBOURS_H

#include "nest.h"

/* Nodes beside each other, from `first` up to `end`, which is not of them; PME_NONE: all. */
typedef struct pme__piece {
  int first, end;
} pme__piece;

typedef struct pme__neighbours_reading {
  pme__nest_obstacle obstacle;
  int culprit; /* the node where it is; PME_NONE: of the function */
  pme__neighbours neighbours;
  const int *first, *second; /* nodes of the accesses, in their order */
} pme__neighbours_reading;

/* Two loops of the same iterations beside each other, of whose bodies one is to stand behind the other in one loop.
 * PME_NO_MEMORY. */
pme_status pme__read_neighbours(const pme_concrete *concrete, int first, int second, pme_arena *arena,
                                pme__neighbours_reading *out);

/* Two parts of the body of `loop`, one behind the other: each is to get that loop for itself. PME_NO_MEMORY. */
pme_status pme__read_parts(const pme_concrete *concrete, int loop, pme__piece first, pme__piece second,
                           pme_arena *arena, pme__neighbours_reading *out);

/* A dependence that keeps the second piece from running iteration by iteration beside the first, or the other way
 * round: something of the second would come before, or stay behind, what it has in common with a later iteration of the
 * first. `is_dealt`: iterations of the outermost common loop go to threads, and none may need another. NULL: it is legal.
 */
const pme__direction *pme__find_between(const pme__directions *directions, int common_count, bool is_dealt);

#endif
