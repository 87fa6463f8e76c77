/* Replacement policies, written for plainness: of trees and queues only the times of use are kept. LRU is the caller's,
 * for it nothing is done. */
#ifndef PMECACHE_TEST_UNIT_SIMULATOR_NAIVE_POLICY_H
#define PMECACHE_TEST_UNIT_SIMULATOR_NAIVE_POLICY_H

#include <stdbool.h>
#include <stdint.h>

#include "pmecache/machine.h"

typedef struct naive_ways {
  const pme_policy *policy;
  int ways;
  void **lines;   /* [ways] NULL: empty */
  int64_t *notes; /* [ways] times, marks or ages */
  uint64_t *random;
  int64_t now;   /* grows from access to access */
  bool was_full; /* when a way was looked for */
} naive_ways;

void naive_init(const naive_ways *set);
void naive_touch(const naive_ways *set, const void *line);
/* Where the next line comes to. */
int naive_way_for(naive_ways *set);
/* The line has come there. */
void naive_fill(const naive_ways *set, const void *line);

#endif
