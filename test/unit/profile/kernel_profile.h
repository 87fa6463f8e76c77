/* Profiles of small kernels that are written out access by access: shared by the tests of profiles. */
#ifndef PMECACHE_TEST_UNIT_PROFILE_KERNEL_PROFILE_H
#define PMECACHE_TEST_UNIT_PROFILE_KERNEL_PROFILE_H

#include <stdint.h>

#include "analysis/reuse/distance.h"
#include "analysis/reuse/set_stacks.h"
#include "pmecache/machine.h"
#include "pmecache/profile.h"

typedef struct recorder {
  pme_profile *profile;
  pme__distance *distances;
  pme__set_stacks *sets;
  pme_profile_stream *streams[4];
} recorder;

/* A kernel called once with its references in one loop, caches of 64 sets of 8 ways followed; then each access; then
 * the profile, with the size as its symbol n. */
recorder start(int references);
void record(recorder *r, int reference, uint64_t address);
pme_profile *finish(recorder *r, double n);

pme_profile *matmul(uint64_t n);

/* A search in a tree that gets one level more between the runs: each key is a new line. */
pme_profile *tree_search(uint64_t n);

pme_machine machine_of(const char *text);

#endif
