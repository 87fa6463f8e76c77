/* Reuse profiles of the threads of a team: alone (PRD), on the one cache that they share (CRD), or with caches of their
 * own whose lines others write; by a method and measured (docs/model/profiles.md 1.5, 6). */
#ifndef PMECACHE_ANALYSIS_TEAM_PROFILES_TEAM_PROFILES_H
#define PMECACHE_ANALYSIS_TEAM_PROFILES_TEAM_PROFILES_H

#include "analysis/shared_caches/concurrent_tally.h"
#include "analysis/team/team_predict.h"

typedef struct pme__thread_profiles {
  pme__concurrent_profile alone;     /* measured: a cache of its own, nobody writes its lines */
  pme__concurrent_profile measured;  /* of the merged stream: one cache for all, or coherent ones for each */
  pme__concurrent_profile estimated; /* the same by the method; of a measured method `measured` */
  double nrmse;                      /* of `estimated` */
} pme__thread_profiles;

typedef struct pme__team_profiles {
  pme__team_method method;
  bool is_coherent; /* caches of their own */
  uint32_t threads;
  pme__thread_profiles *thread;
  pme__thread_profiles combined; /* sums over threads */
} pme__team_profiles;

/* What `question` asks with its team, schedule, method and order; its machine's lines must be those of the trace. With
 * blocks dealt out (PME_METHOD_BLOCKS) `measured` is of iterations dealt out, where the trace has any. In `arena`.
 * Status as pme__team_predict. */
pme_status pme__team_profiles_of(const pme__sequential_trace *trace, const pme__team_question *question,
                                 pme_arena *arena, pme__team_profiles *out, pme_error *error);

#endif
