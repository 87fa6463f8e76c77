/* The top of the LRU stack of an exact engine, for callers that look there themselves: most references are to one of
 * the last few lines, and their distance is the place where the line is found.
 *
 * Such a caller tells the engine, in order, only of the references that were not found (pme_distance_missed).
 */
#ifndef PMECACHE_PROFILE_DISTANCE_RECENT_H
#define PMECACHE_PROFILE_DISTANCE_RECENT_H

#include "distance.h"

enum { PME_RECENT_LINES = 8 };
#define PME_RECENT_NONE UINT64_MAX

/* Most recent first; PME_RECENT_NONE behind the last one. */
typedef struct pme_recent {
  uint64_t lines[PME_RECENT_LINES];
} pme_recent;

/* A line that was not there, and the one that had to go for it (PME_RECENT_NONE: none). */
typedef struct pme_recent_miss {
  uint64_t line, oldest;
} pme_recent_miss;

/* The recent lines of an exact engine, or of a hybrid one that has few lines yet; else NULL. To be asked for again
 * after each call of the engine. */
pme_recent *pme_distance_recent(pme_distance *engine);

/* The distance of a reference, the line comes to the top. PME_RECENT_LINES when it is not there; then *miss is set. */
static inline uint32_t pme_recent_touch(pme_recent *recent, uint64_t line, pme_recent_miss *miss) {
  uint64_t above = line;
  for (uint32_t i = 0; i < PME_RECENT_LINES; i++) {
    uint64_t here = recent->lines[i];
    recent->lines[i] = above;
    if (here == line)
      return i;
    above = here;
  }
  miss->line = line;
  miss->oldest = above;
  return PME_RECENT_LINES;
}

/* Distances of the references that were not found since the last call, all of them, in order. */
void pme_distance_missed(pme_distance *engine, const pme_recent_miss *misses, size_t count, uint64_t *distances);
/* The same for the first of them: the others are to follow at once. */
void pme_distance_missed_before(pme_distance *engine, const pme_recent_miss *misses, size_t count, uint64_t *distances);

#endif
