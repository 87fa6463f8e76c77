/* Tables over windows W of all threads of a cache together, of which thread j makes W * AF_j references
 * (docs/model/profiles.md 6.3, 6.4).
 *
 * For a line of class c, thread j stays away from it during the window with probability 1 - fp_jc(W AF_j) / S_c. The
 * product over threads is the probability that the line is not touched; S_c (1 - product) lines of the class are.
 * Each class's union is tabulated once, on the nodes of pme__window_interpolate; the thread that a method looks at is
 * divided out of it.
 */
#ifndef PMECACHE_ANALYSIS_SHARED_CACHES_CONCURRENT_AWAY_H
#define PMECACHE_ANALYSIS_SHARED_CACHES_CONCURRENT_AWAY_H

#include "concurrent.h"

typedef struct pme__away {
  const pme__sharing *sharing;
  uint32_t count; /* threads of the cache */
  const uint32_t *thread;
  double references;   /* of these threads */
  uint32_t nodes;      /* of every table; windows up to `references` */
  double *window;      /* the window at each node */
  double **away;       /* by part of the sharing: log P(its thread stays away); NULL for threads not on the cache */
  double **first_away; /* the same for the window that starts with the program: cold lines */
  double **class_away; /* by class: sum of the parts' logs; NULL when no thread of the cache touches it */
  double **class_first;
  uint32_t *class_parts; /* by class: parts on this cache */
  double *touched;       /* sum over classes of the union, at each node */
} pme__away;

/* Everything in `arena`. PME_NO_MEMORY; PME_BAD_ARGUMENT when a thread does not exist or the order is not ascending. */
pme_status pme__away_build(const pme__sharing *sharing, const pme__cache_threads *cache, pme_arena *arena,
                           pme__away *out);

/* AF_t of the i-th thread of the cache: its share of the references. */
double pme__away_fraction(const pme__away *away, uint32_t i);

/* At the nodes: P(no *other* thread of the cache touches a line of the part's class), for windows anywhere. */
void pme__away_others(const pme__away *away, uint32_t part, double *at_node);
/* The same for windows that start with the program. */
void pme__away_others_first(const pme__away *away, uint32_t part, double *at_node);

#endif
