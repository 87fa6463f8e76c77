/* The distance of one reference alone: what an engine that is given many at once is compared with. Private to test. */
#ifndef PMECACHE_TEST_REFERENCE_ONE_REFERENCE_H
#define PMECACHE_TEST_REFERENCE_ONE_REFERENCE_H

#include "analysis/reuse/distance.h"

static inline uint64_t pme_distance_reference(pme__distance *engine, uint64_t line) {
  uint64_t distance;
  pme_distance_references(engine, &line, 1, &distance);
  return distance;
}

#endif
