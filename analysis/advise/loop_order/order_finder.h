/* What is looked at while orders of nests are sought. Private to analysis/advise/loop_order. */
#ifndef PMECACHE_ANALYSIS_ADVISE_LOOP_ORDER_ORDER_FINDER_H
#define PMECACHE_ANALYSIS_ADVISE_LOOP_ORDER_ORDER_FINDER_H

#include "order_candidates.h"
#include "order_legality.h"
#include "order_trial.h"

enum { PME__MOST_TRIALS = 4 };

typedef struct pme__order_finder {
  const pme_prediction *prediction;
  const pme_what_if *what_if;
  const pme_concrete *concrete; /* with values for all sizes */
  const pme_by_size *by_size;   /* NULL: they have values of their own */
  pme_arena *arena;
  pme__costs costs;
  bool has_costs;
  pme_machine told; /* with all of a level that others share */
  bool has_told;
  bool is_deep; /* all nests, many orders */
  pme__nest_lines body;
  pme__order_candidates *candidates; /* room for those of a nest */
  pme__nest_reading reading;         /* of the nest that was examined last */
  pme__directions directions;
  bool has_directions;
  double left_effort;            /* of the loop that is looked at */
  double allowance_ms;           /* of all loops; 0: no end */
  bool legal_only;               /* as of pme_loop_order_question */
  pme__order_trial as_it_stands; /* the nest */
  pme__order_trial in_order;     /* of the nest in the order that was chosen, or as it stands */
  double advised_waits;          /* by footprints, of the nest as it is advised, or as it stands */
  pme_loop_orders *out;
} pme__order_finder;

/* Around an innermost loop, up to the worksharing loop: loops with nothing between them. */
void pme__find_nest(const pme__order_finder *f, int shared, int inner, pme_nest_order *out);

/* Dependences of a nest; without directions, why not. PME_NO_MEMORY. */
pme_status pme__examine_nest(pme__order_finder *f, const pme_nest_order *nest, pme_loop_order *out);

/* Keeps the legal ones, none where none of these is good; says of the first one why it is not legal. */
void pme__keep_legal_orders(const pme__nest_reading *nest, const pme__directions *directions, int dealt,
                            pme__order_candidates *all, pme_loop_order *out);

bool pme__has_good_order(const pme__order_candidates *all);

/* What trials of a worksharing loop are asked for. */
pme__order_question pme__order_question_of(pme__order_finder *f, int shared);

void pme__note_order_gain(const pme__order_question *question, const pme__order_trial *now,
                          const pme__order_trial *then, pme_loop_order *out);
void pme__note_best_order(const pme__order_candidate *best, pme_loop_order *out);

/* Of a nest that is not perfect: the best order where what else stands in the loop around it gets loops of its own. Not
 * found, but with a `legality`: the order that values in registers stand in the way of. PME_NO_MEMORY. */
pme_status pme__find_distributed(pme__order_finder *f, int shared, int inner, bool *is_found);

#endif
