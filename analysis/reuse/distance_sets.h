/* How deep a line is in the LRU stack of its set, when a reference asks.
 *
 * The stack of a set is what is left of the LRU stack of all lines when only the lines of the set are looked at. So the
 * exact engine knows all of them, for any number of sets, without following any: the depth of a line in its set is the
 * number of lines of the same set above it. To count these takes much longer than a reference, so this is for a sample
 * of references, which tells by how much SDCM is wrong (docs/model/profiles.md).
 *
 * Either the lines above are looked at one after the other, or the lines of the set: pages of 64 lines whose lines fall
 * into the same set stand in a list. The shorter way is taken, and given up when `ways` lines are found.
 */
#ifndef PMECACHE_ANALYSIS_REUSE_DISTANCE_SETS_H
#define PMECACHE_ANALYSIS_REUSE_DISTANCE_SETS_H

#include "distance.h"
#include "pmecache/profile.h"

typedef struct pme__distance_sets pme__distance_sets;

/* Whether pages of 64 lines fall into the sets regularly: the number of sets is a multiple of 64 or divides it. */
bool pme__distance_sets_can(int64_t sets);
/* For 1 .. PME_PROFILE_MAX_GEOMETRIES geometries. PME_BAD_ARGUMENT, PME_NO_MEMORY. Close accepts NULL. */
pme_status pme__distance_sets_open(const pme_geometry *geometries, int count, const pme_allocator *allocator,
                                   pme__distance_sets **out);
void pme__distance_sets_close(pme__distance_sets *sets);
/* The engine has forgotten all lines (pme__distance_forget). */
void pme__distance_sets_forget(pme__distance_sets *sets);

/* Lines that are known to be on top of the stack, whatever the engine says of them. */
typedef struct pme__line_range {
  uint64_t line, count; /* line .. line + count - 1 */
} pme__line_range;

/* A reference to `line`. The lines of `top`, which share none, are above all others but for `line` itself. With
 * `recent_too` the recent lines of the engine come next; without, `top` is these lines, of somebody who looks at them
 * himself (distance_recent.h). */
typedef struct pme__set_question {
  uint64_t line;
  const pme__line_range *top;
  uint32_t top_count;
  bool recent_too;
} pme__set_question;

/* What the reference would find. */
typedef struct pme__set_depths {
  uint64_t distance;                          /* different lines above the line; 0: not known */
  uint8_t depths[PME_PROFILE_MAX_GEOMETRIES]; /* how many of them are in its set of each geometry, at most `ways` */
  uint32_t met[PME_PROFILE_MAX_GEOMETRIES];   /* lines of the window in its set, when it is not in the window itself */
} pme__set_depths;

/* False for a first reference and without memory.
 *
 * Engines of another form than the exact one know of the lines in their window only, and need an empty `top`. False
 * also for a line that is not there: then `distance` is the number of lines in the window. */
bool pme__distance_set_depths(pme__distance_sets *sets, pme__distance *engine, const pme__set_question *question,
                              pme__set_depths *out);

#endif
