/* Orders of a nest that a look at footprints finds good. Private to analysis/advise/loop_order. */
#ifndef PMECACHE_ANALYSIS_ADVISE_LOOP_ORDER_ORDER_CANDIDATES_H
#define PMECACHE_ANALYSIS_ADVISE_LOOP_ORDER_ORDER_CANDIDATES_H

#include "analysis/advise/time/cost.h"
#include "nest_footprint.h"

enum { PME__MOST_ORDERS = 120 };

typedef struct pme__order_candidate {
  pme_nest_order order;
  double lines; /* new ones in an iteration of the innermost loop */
  double waits; /* cycles for lines of all levels, by footprints; without times misses, those of outer levels more */
  int moved;    /* loops that change their place */
} pme__order_candidate;

typedef struct pme__order_candidates {
  double lines_now, waits_now, waits_least; /* least: each line once */
  int count;
  pme__order_candidate all[PME__MOST_ORDERS];
} pme__order_candidates;

/* What misses of a nest cost, by footprints. */
typedef struct pme__wait_question {
  const pme_machine *machine;
  const pme__costs *costs; /* NULL: the machine has none */
  const pme_work *work;    /* of the innermost loop */
  int threads;
} pme__wait_question;

enum { PME__FILLED_COUNT = 4 };

/* Waiting for lines of all levels, and where there are times what the body computes; of as many iterations as the nest
 * has. */
typedef struct pme__nest_waits {
  double filled[PME__FILLED_COUNT]; /* with caches that are filled more and more before lines leave */
  double mean;
} pme__nest_waits;

pme__nest_waits pme__estimate_waits(const pme__wait_question *question, const pme__footprint_nest *nest);

/* All orders of the nest but the present one, those of fewest lines first. */
void pme__collect_orders(const pme__wait_question *question, const pme__nest_lines *body, const pme_nest_order *nest,
                         pme__order_candidates *out);

/* Whether the innermost loop halves the lines. */
bool pme__goes_along_lines(const pme__order_candidates *all, const pme__order_candidate *candidate);

/* Whether the order is to be looked at more closely. */
bool pme__is_good_order(const pme__order_candidates *all, const pme__order_candidate *candidate);

/* Keeps what waits at most twice as long as the best, and puts the best order of each innermost loop first: footprints
 * tell waiting, not vectors and chains. */
void pme__sort_for_trials(pme__order_candidates *inout);

#endif
