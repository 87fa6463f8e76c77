/* Where the arrays stand in memory. Private to simulator.
 *
 * An array takes the room that its accesses reach (interval arithmetic over the loops, negative offsets included) and
 * that its extents say, whichever is more. Arrays with a base keep it. Others are placed from 2^40 on in the order of
 * declaration, each at the next multiple of its alignment (doubled until it is at least 64), or, for random bases, in a
 * slot of its own at a random multiple of its alignment within 2^30 bytes. Arrays of a group keep their distances: the
 * group is placed as one. The copy of thread u of a private array stands u * (size rounded up to pages + one page)
 * after the first.
 */
#ifndef PMECACHE_SIMULATOR_PLACEMENT_H
#define PMECACHE_SIMULATOR_PLACEMENT_H

#include "plan.h"

enum { SIM_PAGE_BYTES = 4096 };

typedef struct sim_placement {
  int array_count;
  uint64_t *bases;            /* per array, of thread 0 */
  uint64_t *private_distance; /* per array, between the copies of two threads; 0: not private */
  /* Private part: bytes below and above offset 0 that one copy needs. */
  uint64_t *below, *above;
  bool guessed; /* some array had no base */
} sim_placement;

/* Lives in `arena`. PME_NO_MEMORY. */
pme_status pme__sim_placement_create(const sim_plan *plan, pme_arena *arena, sim_placement **out);
/* Bases as given, or (random != NULL) drawn with the generator whose state is *random. */
void pme__sim_placement_set(sim_placement *placement, const sim_plan *plan, uint64_t *random);

#endif
