/* A cache level: its instances, and the counts of each reference. Private to simulator.
 *
 * Accesses reach a level in batches (sim_entry), in global order. A batch is consumed level by level, so that the code
 * of one level stays in one tight loop.
 */
#ifndef PMECACHE_SIMULATOR_LEVEL_H
#define PMECACHE_SIMULATOR_LEVEL_H

#include <stdbool.h>
#include <stdint.h>

#include "history.h"
#include "pmecache/machine.h"
#include "policy/policy_lru.h"
#include "policy/policy_lru_list.h"
#include "seen.h"

/* One access on its way to a level. */
typedef struct sim_entry {
  uint64_t address;
  uint64_t meta; /* sim_meta */
} sim_entry;

enum { SIM_REFERENCE_BITS = 20, SIM_THREAD_BITS = 12 };

static inline uint64_t sim_meta(int reference, int thread, int64_t size_bytes) {
  return (uint64_t)(size_bytes - 1) << 32 | (uint64_t)thread << SIM_REFERENCE_BITS | (uint64_t)reference;
}
static inline uint32_t sim_meta_reference(uint64_t meta) {
  return (uint32_t)meta & ((UINT32_C(1) << SIM_REFERENCE_BITS) - 1);
}
static inline uint32_t sim_meta_thread(uint64_t meta) { return (uint32_t)meta >> SIM_REFERENCE_BITS; }
static inline uint64_t sim_meta_last_byte(uint64_t meta) { return meta >> 32; }

typedef struct sim_counts {
  uint64_t accesses; /* filtered levels below the first only: requests from the level above */
  uint64_t cold, self, other_threads, coherence;
  uint64_t false_sharing; /* of the coherence misses */
} sim_counts;

/* One instance. Small sets hold their tags in order of recency; sets of many ways are lists over slots. */
typedef struct sim_cache {
  uint64_t *tags;      /* sets * ways line numbers; SIM_NO_LINE: empty */
  sim_lru_list list;   /* many ways */
  sim_lru_ends *ends;  /* many ways: of each set */
  uint8_t *marks;      /* policies other than LRU: what is remembered of each way */
  uint64_t random;     /* policy random: state of its numbers */
  bool contended;      /* several threads use this instance, or writes of others invalidate its lines */
  sim_history history; /* of contended instances and of those with many ways */
  sim_seen seen;       /* of the others */
  sim_history written; /* coherent levels: what others wrote of invalidated lines, two records a line */
} sim_cache;

enum { SIM_MOST_SMALL_WAYS = 32, SIM_MOST_PLACED_WAYS = 64 };

typedef struct sim_level sim_level;
struct sim_level {
  int line_shift;
  int ways;
  pme_policy policy;
  const bool *writes; /* [reference]; NULL: not told */
  uint64_t seed;      /* of policy random */
  uint64_t sets;
  bool sets_power_of_two;
  int instance_count;
  sim_cache *caches;
  const int *instance_of; /* of each thread of the present team */
  sim_counts *counts;     /* per reference */
  sim_memory *memory;
  bool out_of_memory;
  bool count_accesses;
  bool prefetch; /* the tags of all instances are more than the processor's nearest cache should hold */
  /* Coherent levels (coherence.h): which instances held a line, and the access of the program that is under way. */
  bool coherent;
  sim_level *shadow; /* sees the same accesses and loses no line to writes; NULL: not coherent */
  sim_history holders;
  const sim_entry *origin;
  /* The level that sees the misses of this one; NULL: none. */
  sim_level *below;
  sim_entry *below_entries;
  int below_count, below_capacity;
};

/* `shape` has been checked: positive, power-of-two line. false when memory is exhausted. */
bool pme__sim_level_create(sim_level *level, const pme_cache_level *shape, int instances, int references,
                           sim_memory *memory);
/* Makes all instances cold; counts stay. */
bool pme__sim_level_reset(sim_level *level);
/* What policy random draws: instance i starts from seed + i. */
void pme__sim_level_seed(sim_level *level, uint64_t seed);
void pme__sim_level_destroy(sim_level *level);

void pme__sim_level_consume(sim_level *level, const sim_entry *entries, int count);
/* Hands on what waits for the level below. */
void pme__sim_level_flush(sim_level *level);

/* ---- between level.c, wide_set.c, placed_set.c and coherence.c ---- */

/* A line came in for `entry`; victim: the line that left, or SIM_NO_LINE. Counts the miss by its kind. */
void pme__sim_level_miss(sim_level *level, sim_cache *cache, uint64_t line, uint64_t victim, uint64_t meta);
bool pme__sim_wide_create(sim_level *level, sim_cache *cache);
void pme__sim_wide_reset(sim_level *level, sim_cache *cache);
void pme__sim_wide_touch(sim_level *level, sim_cache *cache, uint64_t line, uint64_t meta);
/* Takes a line that is there out of its set; its way is the next to be filled. */
void pme__sim_wide_remove(sim_level *level, sim_cache *cache, uint64_t line, uint32_t slot);
/* Policies other than LRU, of at most SIM_MOST_PLACED_WAYS ways. */
bool pme__sim_placed_create(sim_level *level, sim_cache *cache);
void pme__sim_placed_reset(sim_level *level, sim_cache *cache);
void pme__sim_placed_touch(sim_level *level, sim_cache *cache, uint64_t line, uint64_t meta);
void pme__sim_placed_remove(sim_level *level, sim_cache *cache, uint64_t line);
void pme__sim_small_remove(sim_level *level, sim_cache *cache, uint64_t line);
/* A line that was lost by invalidation misses: its record, as if nothing had been invalidated, or SIM_INVALIDATED when
 * it would have hit; NULL when memory is exhausted. */
const uint32_t *pme__sim_coherence_record(sim_level *level, const sim_cache *cache, uint64_t line);
/* Counts a coherence miss; false when memory is exhausted. */
bool pme__sim_coherence_miss(sim_level *level, sim_cache *cache, uint64_t line, sim_counts *counts);
/* Notes that a line came into this cache; false when memory is exhausted. */
bool pme__sim_coherence_hold(sim_level *level, const sim_cache *cache, uint64_t line);

/* Records of the history: 0 never seen; SIM_SEEN: there; SIM_EVICTED + thread: evicted by; SIM_INVALIDATED: lost to a
 * write of another instance; SIM_RESIDENT | slot: there (many ways). */
enum { SIM_SEEN = 1, SIM_EVICTED = 2, SIM_INVALIDATED = 1 << 30 };
#define SIM_RESIDENT (UINT32_C(1) << 31)

static inline uint64_t sim_level_set(const sim_level *level, uint64_t line) {
  return level->sets_power_of_two ? line & (level->sets - 1) : line % level->sets;
}

#endif
