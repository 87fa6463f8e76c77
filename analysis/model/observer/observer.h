/* What the engines tell a listener while they work, for pme_explain. Private to analysis/model.
 *
 * Engines hold a pointer to a observer, NULL as a rule: then they do nothing for it. With one they do the same work in
 * the same order, so that numbers never depend on being listened to; what the listener wants to know beyond is computed
 * aside and costs none of the engines' effort.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_OBSERVER_OBSERVER_H
#define PMECACHE_ANALYSIS_MODEL_OBSERVER_OBSERVER_H

#include "pmecache/arena.h"
#include "pmecache/explanation.h"
#include "pmecache/prediction.h"

typedef struct pme__observed_stratum {
  pme_stratum stratum;
  struct pme__observed_stratum *next;
} pme__observed_stratum;

/* Until the end `probability`, the area vector and the lines of the window are sums, weighted by `lines`. */
typedef struct pme__observed_reuse {
  pme_reuse reuse;
  int reference; /* of the view; PME_NONE: all the same */
  struct pme__observed_reuse *next;
} pme__observed_reuse;

/* Of one access at one level. */
typedef struct pme__observation {
  pme_misses walk, form;
  bool has_walk, has_form;
  bool form_was_asked; /* the closed form had a say in the choice */
  int stratum_count;
  pme__observed_stratum *strata, *last_stratum;
  pme__observed_reuse *reuses;
  double form_accesses; /* as the closed form counts them */
} pme__observation;

typedef struct pme__observer {
  bool thorough;   /* as in pme_explain_options */
  bool is_counted; /* the answer is none of the engines', all accesses were counted */
  pme_arena *arena;
  const pme_prediction *prediction; /* for its rows */
  int level;                        /* the present one */
  int *row_of_node;
  pme__observation *observations; /* per reference and level */
  /* The closed form at work: reuses of the present position, and those of the positions before it, by reference. */
  pme__observed_reuse *present;
  pme__observed_reuse **of_class;
  pme_arena *class_arena;
  bool no_memory;
} pme__observer;

/* For one prediction; false: out of memory. */
bool pme__observer_init(pme__observer *observer, const pme_prediction *prediction, bool thorough, pme_arena *arena);
pme__observation *pme__observer_at(const pme__observer *observer, int node, int level);

/* ---- the walk ---- */

/* One more stratum of the access `node`, at the present level. */
void pme__observe_stratum(pme__observer *observer, int node, const pme_stratum *stratum);

/* ---- the closed form ---- */

/* The position is complete, or it does not count. */
void pme__observe_position(pme__observer *observer, bool counts);
/* The positions together count `factor` times for the reference of the view, the access `node`. */
void pme__observe_reference(pme__observer *observer, int reference, int node, double factor, double accesses);

/* ---- the choice ---- */

/* Numbers of the engines at a level; `formed` may be NULL. */
void pme__observe_engines(pme__observer *observer, int level, const pme_prediction *walked,
                          const pme_prediction *formed, bool form_was_asked);

#endif
