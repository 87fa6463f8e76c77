/* The caches of a second simulator, written for plainness: sets ordered by time stamps, each line's whole story kept. */
#ifndef PMECACHE_TEST_UNIT_SIMULATOR_NAIVE_CACHES_H
#define PMECACHE_TEST_UNIT_SIMULATOR_NAIVE_CACHES_H

#include "simulator/simulator.h"
#include "test/unit/simulator/naive_policy.h"

enum { MAX_REFERENCES = 512 };

typedef struct line_state {
  bool seen, inside;
  uint64_t line, time;
  int instance, evictor;
  bool invalidated;
  bool shadow_inside; /* if nothing were invalidated */
  uint64_t shadow_time;
  int shadow_evictor;
  uint64_t written; /* by others since the invalidation: bit b is the b-th 64th of the line, at least a byte */
} line_state;

typedef struct counts {
  double accesses, cold, self, other, coherence, false_sharing;
} counts;

typedef struct loop_counts {
  double executions, iterations;
} loop_counts;

typedef struct naive {
  const pme_concrete *concrete;
  const pme_machine *machine;
  bool filtered, coherence;
  uint64_t address, size;            /* of the access of the program that is under way */
  line_state *lines[PME_MAX_LEVELS]; /* open addressing by (instance, line) */
  line_state **sets[PME_MAX_LEVELS]; /* ways pointers for each set of each instance */
  line_state **shadow_sets[PME_MAX_LEVELS];
  int64_t *notes[PME_MAX_LEVELS]; /* as many: of policies other than LRU */
  int64_t *shadow_notes[PME_MAX_LEVELS];
  uint64_t *random[PME_MAX_LEVELS]; /* of each instance */
  uint64_t *shadow_random[PME_MAX_LEVELS];
  uint64_t now;
  counts counts[MAX_REFERENCES][PME_MAX_LEVELS]; /* by node */
  loop_counts loops[MAX_REFERENCES];
  int team; /* present team size */
} naive;

/* Empty caches of the machine, for accesses of the program `concrete`. */
naive *naive_create(const pme_concrete *concrete, const pme_machine *machine, const pme_simulate_options *options);
void naive_free(naive *n);

/* One access of a thread to all levels. */
void naive_issue(naive *n, int thread, int node, uint64_t address, uint64_t size);

#endif
