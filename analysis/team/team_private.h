/* A prediction under way. Private to analysis/team. */
#ifndef PMECACHE_ANALYSIS_TEAM_TEAM_PRIVATE_H
#define PMECACHE_ANALYSIS_TEAM_TEAM_PRIVATE_H

#include "analysis/shared_caches/concurrent.h"
#include "analysis/shared_caches/concurrent_interval.h"
#include "team_predict.h"

/* Of the miss rate: worth a word. */
#define PME__TEAM_GAP 0.02

typedef struct pme__team_prediction {
  const pme__sequential_trace *trace;
  const pme__team_question *question;
  pme_arena *arena;
  pme__team *team;
  pme__private_traces *private_traces;
  pme__streams by_blocks;
  pme__phases phases;
  uint32_t *instance[PME_MAX_LEVELS]; /* by level, by thread; numbered from 0 without gaps */
  pme__team_answer answer;
} pme__team_prediction;

static inline int64_t pme__lines_of_level(const pme_cache_level *level) {
  return level->size_bytes / level->line_bytes;
}

/* Checks the question, chooses the method and deals the trace out; the arena is made. Whatever comes of it,
 * pme__team_close_prediction is to be called. Status as pme__team_predict. */
pme_status pme__team_open_prediction(pme__team_prediction *p, pme_error *error);
void pme__team_close_prediction(pme__team_prediction *p);
/* Says why there is no answer; returns `status`. */
pme_status pme__team_fail(const pme__team_prediction *p, pme_status status, pme_error *error);
/* All phases of the team's streams, one after the other. */
pme__streams pme__team_all_streams(pme__team_prediction *p);
/* The profiles of the threads of one cache by the analytical method of the answer. */
pme_status pme__team_estimate(const pme__team_prediction *p, const pme__sharing *sharing,
                              const pme__cache_threads *cache, pme__concurrent_profile *profiles);

static inline bool pme__team_is_measured(pme__team_method method) {
  return method == PME_METHOD_ITERATIONS || method == PME_METHOD_BLOCKS;
}
static inline bool pme__team_is_coherent(pme__team_method method) {
  return method == PME_METHOD_COHERENT || method == PME_METHOD_COHERENT_MARKOV || method == PME_METHOD_COHERENT_PRINTED;
}

/* The measured methods: distances and exact sets of the merged stream, in one pass, into `answer`. */
pme_status pme__team_measure(pme__team_prediction *p);
/* SDCM and full associativity for the profile of one instance, or of all of a level. */
pme_status pme__team_add_profile(const pme__team_prediction *p, int l, const pme__concurrent_profile *profile,
                                 pme__team_level *out);
/* What a thread would do with caches to itself. */
pme_status pme__team_add_alone(pme__team_prediction *p, const pme__concurrent_profile *profile);

#endif
