/* Lines that private caches lose to writes of other threads. Private to analysis/model/walk/estimate.
 *
 * Caches that are kept coherent by invalidation (MESI) lose a line when another instance of their level writes any byte
 * of it. An access that would hit (pme__walk_decide) misses when such a write lies between the last touch of the line
 * by its own instance and the access itself; it is FALSE SHARING when the bytes that the access wants were not written.
 * The way that an invalidation empties spares a later miss: where lines go from one instance to another
 * (pme__coherence_passed_on) misses are to be sampled again, with an eye on that (pme__walk_spare).
 */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_ESTIMATE_COHERENCE_H
#define PMECACHE_ANALYSIS_MODEL_WALK_ESTIMATE_COHERENCE_H

#include "sample.h"

typedef struct pme__coherence_misses {
  double coherence, false_sharing; /* misses of the reference, the second is part of the first */
  double half_width;               /* 95%, of coherence, without what is unseen */
  double sampled, placed;          /* parts of it: due to samples, and to where arrays are */
  double noise;                    /* of `sampled`, what more samples make less */
  double unseen;                   /* half-width, too: what no sample met, of a level that is known to lose lines */
} pme__coherence_misses;

/* What was sampled of a level so far. */
typedef struct pme__coherence_sampler pme__coherence_sampler;

/* When it is enough: known to 2% of what is lost, or to 1e-4 of the accesses, or ... */
typedef struct pme__coherence_goal {
  double half_width; /* of what the level loses in all: so many lines either way are none of the interval's business */
  double effort;     /* about ns, of all calls together: called again with more, it goes on where it stopped */
  double patience;   /* after so much of it intervals 2.5 times as wide will do */
} pme__coherence_goal;

/* All threads in one cache, for each level: filled as they are asked for, in `arena`. They outlive the samplers. */
typedef struct pme__everyone {
  pme_arena *arena;
  pme_machine machines[PME_MAX_LEVELS];
  pme__level_state *states[PME_MAX_LEVELS];
  bool keeps_levels; /* each level is asked again, when the next ones were */
  /* Of each level: its searches, per reference, where arrays were, and accesses that may lose lines; NULL: none, or
   * another level has taken them over. Levels of like lines and instances begin where the one before has stopped, for
   * whether a line is taken does not hang on the cache that held it. */
  struct pme__lost_line_search *searches[PME_MAX_LEVELS];
  const int64_t *bases[PME_MAX_LEVELS];
  double accesses[PME_MAX_LEVELS];
} pme__everyone;

/* Accesses whose line other instances have touched since their own did, or before it ever did: writes empty a way of
 * these others, whether they want the line again or not. About. */
double pme__coherence_passed_on(const pme__coherence_sampler *sampler);

/* For the references of the state's program, executed executions[r] times. Lives in `arena`.
 * PME_NO_MEMORY. */
pme_status pme__coherence_sampler_create(pme__level_state *state, const int64_t *executions, uint64_t seed,
                                         pme__everyone *everyone, pme_arena *arena, pme__coherence_sampler **out);
/* Estimates all of them; sharing[] is written. PME_NO_MEMORY. */
pme_status pme__coherence_sample_level(pme__coherence_sampler *sampler, const pme__coherence_goal *goal,
                                       pme__coherence_misses *sharing);
/* What that took so far, about ns. */
double pme__coherence_work(const pme__coherence_sampler *sampler);

#endif
