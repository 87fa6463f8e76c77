/* Strata: what is sampled, and what is known of it. Private to analysis/model/walk/estimate.
 *
 * Each stratum is one reuse class of one reference. Its samples come in REPLICATES, sequences of points with shifts of
 * their own, whose scatter is the variance. Strata that are sampled together are a FAMILY. */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_ESTIMATE_STRATA_H
#define PMECACHE_ANALYSIS_MODEL_WALK_ESTIMATE_STRATA_H

#include <math.h>

#include "analysis/model/walk/decide/occupancy.h"
#include "estimate.h"

/* Misses of a stratum that are kept to find out their kinds. */
enum { PME__WALK_MOST_KEPT = 16 };
/* What a walk may always take, about ns. */
static const int64_t PME__WALK_LEAST_EFFORT = 30000;
/* Samples that miss, or do not, are few below this. */
enum { PME__WALK_FEW = 3 };
/* 97.5% point of Student's distribution with 15 degrees of freedom, and what the targets are lowered by because it is
 * tempting to stop when the interval looks small (spec sampled-walk.md 6.4). */
static const double PME__WALK_STUDENT = 2.13, PME__WALK_WIDENING = 1.15;
/* What is reported: the variances of several strata are pooled, which gives more degrees of freedom (60: 2.00), and
 * intervals hold the truth often enough without widening (docs/model/walk.md). */
static const double PME__WALK_POOLED = 2;

/* A line that was missed. */
typedef struct pme__walk_kept {
  pme__walk_instance instance;
  pme__walk_verdict verdict;
  int64_t line;
  double weight;
  int64_t *group_bases;
} pme__walk_kept;

/* For a listener: who touched the line of a sample last. Rare ones beyond a few are not told. */
enum { PME__WALK_MOST_TOUCHERS = 4 };
typedef struct pme__walk_last_touch {
  int reference;
  int64_t count;
} pme__walk_last_touch;

typedef struct pme__walk_sampled {
  const pme__walk_classes *classes;
  const pme__walk_source *source;
  int class_number;
  pme__walk_fit *fit; /* or NULL */
  pme__walk_habit habit;
  double executions;
  pme__walk_sequence sequences[PME__WALK_REPLICATES];
  double sums[PME__WALK_REPLICATES]; /* weight * misses */
  double squares;                    /* sum of (weight * misses)^2 */
  int replicates;                    /* in use: 4, twice as many, ..., PME__WALK_REPLICATES */
  int64_t samples;                   /* per replicate in use */
  int64_t walks, missing;            /* samples with a weight; those of them that missed */
  double weights;                    /* sum */
  double undecided;                  /* sum of weights of lines whose walk took too long; they count as half a miss */
  int kept_count, looked_at;         /* looked_at: those whose kind is known, the first ones */
  pme__walk_kept *kept;
  double classified, cold, other; /* sums of weight * misses: looked at; of these first touches; due to other threads */
  int64_t work, work_of_walk;     /* so far; what one walk may take */
  double misses, variance, unseen; /* estimate; its variance without; deviation due to what no sample met */
  bool failed;                     /* no points found */
  int lines;                       /* that its neighbours span */
  int family, next;                /* next: of the family, PME_NONE: the last one */
  int neighbours, next_neighbour;  /* PME_NONE: none */
  pme__walk_last_touch touchers[PME__WALK_MOST_TOUCHERS];
} pme__walk_sampled;

/* Strata that are sampled together, so many of each. */
typedef struct pme__walk_family {
  int first, last, count;         /* strata */
  double variance, work, samples; /* sums */
  int64_t missing, walks;
  bool chosen;
} pme__walk_family;

/* Strata of a bundle that share points: they meet the same iteration at the same place of a line, where the first
 * touches of 25 neighbours of 8 bytes are three or four, never none or ten. What their sum scatters, over the
 * replicates, is much less than what each of them does. All of them are of one family. */
typedef struct pme__walk_neighbours {
  int first, last, count; /* strata */
  int family;
  double variance, own_variance; /* of the sum; the sum of the variances */
} pme__walk_neighbours;

struct pme__walk_estimator {
  pme__walk_sieve *sieve;
  const pme__walk_options *options;
  double effort, patience; /* of this level */
  int64_t aside, left_at;  /* work of the sieve that is not the estimator's; all of it, when it stopped last */
  int64_t wasted;          /* work before it began anew */
  uint64_t random;
  int stratum_count;
  pme__walk_sampled *strata;
  int family_count;
  pme__walk_family *families;
  int neighbours_count;
  pme__walk_neighbours *neighbours;
  int64_t *group_bases;
  pme__walk_fit_memory *fits;
  double executions; /* of all references */
  int certified;     /* classes that were proved to hit */
  bool lacks_proofs; /* some were not tried: the effort was too little */
  pme_arena *arena;
  bool no_memory;
};

static inline int64_t pme__walk_work_of(const pme__walk_estimator *e) { return pme__walk_work(e->sieve) - e->aside; }

static inline double pme__walk_samples_of(const pme__walk_sampled *s) { return (double)s->samples * s->replicates; }

/* What undecided walks may hide, either way. */
static inline double pme__walk_doubt_of(const pme__walk_sampled *s) {
  return s->undecided / 2 / pme__walk_samples_of(s) * s->executions;
}

static inline bool pme__walk_leads_everywhere(const pme__walk_sampled *s) {
  return s->class_number == s->classes->small_count;
}

/* Half of the 95% interval; `unseen` is a half-width, too. */
static inline double pme__walk_width_of(double variance, double unseen) {
  return sqrt(PME__WALK_POOLED * PME__WALK_POOLED * variance + unseen * unseen);
}

/* About twice as many samples as before: more replicates first, then `count` more in each. */
void pme__walk_sample_more(pme__walk_estimator *e, pme__walk_sampled *s, int64_t count);
/* Forgets its samples: it begins again, with the same points. */
void pme__walk_restart(pme__walk_sampled *s);
/* Whoever listens gets to know who touched the line, also where that was not needed. */
void pme__walk_note_toucher(const pme__walk_estimator *e, pme__walk_sampled *s, const pme__walk_instance *instance,
                            int64_t line);

/* Of the variance of a stratum, what sums have (more than 1: what it misses its neighbours do, too). */
static inline double pme__walk_share_of_variance(const pme__walk_estimator *e, const pme__walk_sampled *s) {
  const pme__walk_neighbours *n = s->neighbours == PME_NONE ? NULL : &e->neighbours[s->neighbours];
  return n && n->own_variance > 0 ? n->variance / n->own_variance : 1;
}

/* Puts all strata into families, and finds neighbours (pooled_strata.c). False: out of memory. */
bool pme__walk_find_families(pme__walk_estimator *e);
/* Variances of neighbours; variance, effort and samples of families, none of which is chosen. */
void pme__walk_sum_families(const pme__walk_estimator *e);
/* After first samples of all: more of them for neighbours of which some miss. */
void pme__walk_fill_neighbours(pme__walk_estimator *e, double effort);

/* Estimates of all references from their strata, executed executions[r] times (collect.c). */
void pme__walk_collect(const pme__walk_estimator *e, const int64_t *executions, pme__walk_estimate *estimates);
/* Tells the listener what the numbers are made of (stratum_origin.c, collect.c). */
void pme__walk_tell(const pme__walk_estimator *e, const int64_t *executions);

#endif
