/* Reuse distances of threads that share a cache, from what each thread does alone (docs/model/profiles.md 6).
 *
 * 1. pme__sharing_collect reads the stream of each thread once more than alone: who touches which lines, and how.
 * 2. A method turns that into one profile for each thread of a cache: the distances of its references on the one LRU
 *    stack that all threads of the cache feed (CRD). The sum of the profiles is that of the cache.
 *
 * No interleaved trace is made, so the answer for other threads on a cache costs only step 2.
 *
 *   pme__concurrent_rdfp       distances of the thread alone, moved by the footprints of the others
 *                             (docs/model/profiles.md 6.4); the default
 *   pme__concurrent_footprint  miss curve from footprints alone (docs/model/profiles.md 6.3)
 *   concurrent_markov.h       Sabarimuthu and Venkatesh's Markov chain, printed and repaired
 *                             (docs/model/profiles.md 6.1), for comparison
 *
 * All of them take the threads to be independent in time: one is anywhere in its work when another is somewhere in its
 * own. Threads in lock step over the same lines share more than that; concurrent_interval.h tells when it matters.
 */
#ifndef PMECACHE_ANALYSIS_SHARED_CACHES_CONCURRENT_H
#define PMECACHE_ANALYSIS_SHARED_CACHES_CONCURRENT_H

#include "concurrent_lines.h"
#include "concurrent_tally.h"
#include "footprint.h"

/* What one thread does with the lines of one class. */
typedef struct pme__sharing_part {
  uint32_t thread;
  uint32_t line_class;
  double lines;                   /* of the class that the thread touches: its cold references */
  pme__tally_list distances;      /* finite distances; time: TD, references strictly between */
  pme__tally_list reuse_times;    /* TD + 1 */
  pme__tally_list firsts;         /* positions of first accesses in the stream of the thread, from 1 */
  pme__footprint footprint;       /* of the lines of the class, in windows of the whole stream of the thread */
  pme__footprint write_footprint; /* of those that are written in the window (docs/model/profiles.md 6.7) */
} pme__sharing_part;

typedef struct pme__sharing_thread {
  double references;         /* N_t */
  double lines;              /* D_t */
  double shared_references;  /* S_t: to lines that other threads touch too */
  double shared_writes;      /* SW_t */
  pme__tally_list distances; /* of all classes; time: TD */
  uint32_t first_part, parts;
} pme__sharing_thread;

/* Lines are put into classes by the set of threads that touch them and, when shared, by how often that happens
 * (docs/model/profiles.md 6.3): inside a class all lines are taken to be alike. */
typedef struct pme__sharing {
  uint32_t threads;
  pme__sharing_thread *thread;
  uint32_t classes;
  double *class_lines; /* S_c */
  uint32_t parts;
  pme__sharing_part *part; /* by thread, then by class */
  double lines;            /* distinct, of all threads */
  double shared_lines;     /* S: touched by two threads or more */
  bool sets_merged; /* more sets of threads than most_parts allows: rare ones are told apart by their size only */
} pme__sharing;

typedef struct pme__sharing_options {
  bool ignore_popularity; /* classes by sets of threads only */
  uint64_t most_parts;    /* members of all sets that are told apart; 0: 16 * threads + 1024. Sets of few lines beyond
                           * that are put together by the octave of their size. */
} pme__sharing_options;

/* Reads every stream twice, thread after thread. Everything lies in `arena`; besides, memory is needed for a number of
 * words for each distinct line. A thread without references is fine. PME_NO_MEMORY; PME_BAD_ARGUMENT for no thread;
 * PME_OVER_BUDGET for 2^31 lines or 2^20 threads. */
pme_status pme__sharing_collect(const pme__streams *streams, const pme__sharing_options *options, pme_arena *arena,
                                pme__sharing *out);

/* The threads of one cache: `count` numbers in ascending order; NULL: all threads of the sharing. */
typedef struct pme__cache_threads {
  const uint32_t *thread;
  uint32_t count;
} pme__cache_threads;

/* RD+FP (docs/model/profiles.md 6.4). profiles[i], in `arena`, is that of the i-th thread of the cache.
 * PME_NO_MEMORY. */
pme_status pme__concurrent_rdfp(const pme__sharing *sharing, const pme__cache_threads *cache, pme_arena *arena,
                                pme__concurrent_profile *profiles);

/* The footprint method (docs/model/profiles.md 6.3). `no_sharing`: every line is taken to be private, as the footprint
 * theory for separate programs does. */
pme_status pme__concurrent_footprint(const pme__sharing *sharing, const pme__cache_threads *cache, bool no_sharing,
                                     pme_arena *arena, pme__concurrent_profile *profiles);

/* The profile of the thread alone on its cache (PRD). */
pme_status pme__concurrent_alone(const pme__sharing *sharing, uint32_t thread, pme_arena *arena,
                                 pme__concurrent_profile *out);

/* Sum of `count` profiles (Eq. 18), in `arena`. */
pme_status pme__concurrent_combine(const pme__concurrent_profile *profiles, uint32_t count, pme_arena *arena,
                                   pme__concurrent_profile *out);

#endif
