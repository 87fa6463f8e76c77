/* Strata: what is sampled, and what is known of it. Private to analysis/model/walk/estimate.
 *
 * A stratum is part of the instances of one reference (reuse_run.h). Its samples come in REPLICATES, sequences of
 * points with shifts of their own, whose scatter is the variance. Strata that are sampled together are a POOL. */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_ESTIMATE_STRATA_H
#define PMECACHE_ANALYSIS_MODEL_WALK_ESTIMATE_STRATA_H

#include <math.h>

#include "analysis/model/walk/occupancy/occupancy.h"
#include "estimate.h"

/* Misses of a stratum that are kept, to find out the kinds of some and which are spared. */
enum { PME__WALK_MOST_CLASSIFIED = 16, PME__WALK_MOST_KEPT = 64 };
/* What a walk may always take, about ns. */
static const int64_t PME__WALK_LEAST_EFFORT = 30000;
/* Samples that miss, or do not, are few below this. */
enum { PME__WALK_FEW = 3 };
/* A line that was missed. */
typedef struct pme__kept_miss {
  pme__walk_instance instance;
  pme__walk_verdict verdict;
  int64_t line;
  double weight;
  int64_t *group_bases;
} pme__kept_miss;

/* For an observer: who touched the line of a sample last. Rare ones beyond a few are not told. */
enum { PME__MOST_LAST_TOUCHES = 4 };
typedef struct pme__last_touch {
  int reference;
  int64_t count;
} pme__last_touch;

typedef struct pme__stratum {
  const pme__carriers *carriers;
  const pme__sample_source *source;
  int carrier;
  pme__occupancy *occupancy; /* or NULL */
  pme__recent_success recent_success;
  double executions;
  pme__sample_sequence sequences[PME__WALK_REPLICATES];
  double sums[PME__WALK_REPLICATES]; /* weight * misses */
  double squares;                    /* sum of (weight * misses)^2 */
  int replicates;                    /* in use: 4, twice as many, ..., PME__WALK_REPLICATES */
  int64_t samples;                   /* per replicate in use */
  int64_t walks, missing;            /* samples with a weight; those of them that missed */
  double weights;                    /* sum */
  double undecided;                  /* sum of weights of lines whose walk took too long; they count as half a miss */
  int kept_count, looked_at;         /* looked_at: those whose kind is known, the first ones */
  pme__kept_miss *kept;
  int asked;                      /* of those kept: whether writes of others spare them, the first ones */
  double asked_weight, spared;    /* sums of weights: asked; that are spared */
  double classified, cold, other; /* sums of weight * misses: looked at; of these first touches; due to other threads */
  int64_t work, work_of_walk;     /* so far; what one walk may take */
  double misses, variance, unseen; /* estimate; its variance without; deviation due to what no sample met */
  bool failed;                     /* no points found */
  int loop;                        /* number of its worksharing loop, PME_NONE: serial code */
  int lines;                       /* that it and those correlated with it span */
  int pool, next;                  /* next: of the pool, PME_NONE: the last one */
  int correlated, next_correlated; /* PME_NONE: none */
  pme__last_touch last_touches[PME__MOST_LAST_TOUCHES];
} pme__stratum;

/* Strata that are sampled together, so many of each. */
typedef struct pme__stratum_pool {
  int first, last, count;         /* strata */
  double variance, work, samples; /* sums */
  int64_t missing, walks;
  bool chosen;
} pme__stratum_pool;

/* Strata of an access group that share points: they meet the same iteration at the same position in a line, where the
 * first touches of 25 neighbours of 8 bytes are three or four, never none or ten. What their sum scatters, over the
 * replicates, is much less than what each of them does. All of them are of one pool. */
typedef struct pme__correlated_strata {
  int first, last, count; /* strata */
  int pool;
  double variance, own_variance; /* of the sum; the sum of the variances */
} pme__correlated_strata;

struct pme__walk_estimator {
  pme__level_state *state;
  const pme__walk_options *options;
  double effort, patience; /* of this level */
  int64_t aside, left_at;  /* work on the level that is not the estimator's; all of it, when it stopped last */
  int64_t wasted;          /* work before it began anew */
  uint64_t random;
  int stratum_count;
  pme__stratum *strata;
  int pool_count;
  pme__stratum_pool *pools;
  int correlated_count;
  pme__correlated_strata *correlated;
  int64_t *group_bases;
  pme__occupancy_memo *occupancy_memo;
  double executions; /* of all references */
  int loop_count;    /* worksharing loops, each with a promise of its own */
  int *loop_of_reference;
  double *loop_executions; /* [loop] */
  double lost,
      *loop_lost;        /* to writes of others, about, in all and [loop]: what is promised is a share of all misses */
  double *loop_widening; /* [loop + 1], serial code first: of variances, where few strata decide (interval.h) */
  int certified;         /* strata that were proved to hit */
  double spared_share;   /* of the misses of all strata that were asked */
  bool lacks_proofs;     /* some were not tried: the effort was too little */
  pme_arena *arena;
  bool no_memory;
};

static inline int64_t pme__walk_work_of(const pme__walk_estimator *e) { return pme__walk_work(e->state) - e->aside; }

/* One of many looks, which together tell what none of them does: it gets little, and need not be precise. */
static inline bool pme__walk_is_hasty(const pme__walk_estimator *e) {
  static const double little = 2e6;
  return e->patience < e->effort && e->effort <= little;
}

static inline double pme__walk_samples_of(const pme__stratum *s) { return (double)s->samples * s->replicates; }

static inline bool pme__walk_leads_everywhere(const pme__stratum *s) { return s->carrier == s->carriers->count; }

/* About twice as many samples as before: more replicates first, then `count` more in each. */
void pme__walk_sample_more(pme__walk_estimator *e, pme__stratum *s, int64_t count);
/* Forgets its samples: it begins again, with the same points. */
void pme__walk_restart(pme__stratum *s);
/* An observer gets to know which reference touched the line, also where that was not needed. */
void pme__note_last_touch(const pme__walk_estimator *e, pme__stratum *s, const pme__walk_instance *instance,
                          int64_t line);

/* Of the variance of a stratum, what sums have (more than 1: what it misses those correlated with it do, too). */
static inline double pme__walk_share_of_variance(const pme__walk_estimator *e, const pme__stratum *s) {
  const pme__correlated_strata *n = s->correlated == PME_NONE ? NULL : &e->correlated[s->correlated];
  return n && n->own_variance > 0 ? n->variance / n->own_variance : 1;
}

/* Puts all strata into pools, and finds correlated ones (pooled_strata.c). False: out of memory. */
bool pme__find_pools(pme__walk_estimator *e);
/* Variances of correlated strata; variance, effort and samples of pools, none of which is chosen. */
void pme__sum_pools(const pme__walk_estimator *e);
/* After first samples of all: more of them for correlated strata of which some miss. */
void pme__fill_correlated(pme__walk_estimator *e, double effort);

/* Numbers the worksharing loops (promises.c). False: out of memory. */
bool pme__find_loops(pme__walk_estimator *e, const int64_t *executions);
/* What writes of others take of each reference; NULL: nothing, or it is not known. */
void pme__set_lost(pme__walk_estimator *e, const double *lost);

/* Estimates of all references from their strata, executed executions[r] times (collect.c). */
void pme__walk_collect(const pme__walk_estimator *e, const int64_t *executions, pme__walk_estimate *estimates);
/* Of the misses of a stratum those that writes of others spare, and the variance of that. */
double pme__spared_share(const pme__walk_estimator *e, const pme__stratum *s, double *variance);

#endif
