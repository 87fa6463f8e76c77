/* A program written out: every access in the order in which the lock-step team makes it, with the values of its loops.
 * For tests that judge single accesses. Small programs only. Pieces of dynamic and guided loops are handed out as if
 * all threads came to the loop together.
 */
#ifndef PMECACHE_TEST_PROPERTY_FORWARD_H
#define PMECACHE_TEST_PROPERTY_FORWARD_H

#include <stddef.h>

#include "pmecache/concrete.h"
#include "pmecache/machine.h"

enum { FORWARD_MAX_LOOPS = 24 };

typedef struct forward_access {
  int node, thread;
  int team; /* size of the team that makes it; 1: serial code */
  int64_t address, size;
  int64_t values[FORWARD_MAX_LOOPS]; /* source values of the loops around it, outermost first */
} forward_access;

typedef struct forward_run {
  size_t count, capacity;
  forward_access *accesses;
} forward_run;

/* Arrays start at `bases` (per array). Accesses of nodes with skip[node] are left out, as if they were not in the
 * program (skip may be NULL). NULL when memory is exhausted. Free with forward_free. */
forward_run *forward_create(const pme_concrete *concrete, const int64_t *bases, const bool *skip);
void forward_free(forward_run *run);

/* Distance of the copies of two threads of a private array, as the simulator places them; the array's size must be
 * known. */
int64_t forward_pitch(const pme_concrete_array *array);

/* Lines of access number i that miss at a level, as bits (bit 0: its first line); LRU, cold at the start. */
typedef struct forward_cache forward_cache;
forward_cache *forward_cache_create(const pme_machine *machine, int level);
void forward_cache_free(forward_cache *cache);
uint64_t forward_cache_access(forward_cache *cache, const forward_access *access);

#endif
