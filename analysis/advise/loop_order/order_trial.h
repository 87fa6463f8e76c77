/* What a nest costs with its loops in another order. Private to
 * analysis/advise/loop_order. */
#ifndef PMECACHE_ANALYSIS_ADVISE_LOOP_ORDER_ORDER_TRIAL_H
#define PMECACHE_ANALYSIS_ADVISE_LOOP_ORDER_ORDER_TRIAL_H

#include "analysis/advise/time/cost.h"

/* What is tried: a worksharing loop of a program. */
typedef struct pme__order_question {
  const pme_program *program;
  const pme_what_if *what_if;
  const pme_machine *machine;
  const pme_machine *told; /* the same with all of a level that others share; NULL: it has all it tells */
  const pme__costs *costs; /* NULL: the machine has none */
  int loop;
  bool is_deep;        /* a closer look */
  bool is_rough;       /* with a quarter of the effort: whether there is something in it */
  double *left_effort; /* about nanoseconds for trials; each takes of it what it costs. NULL: without end */
} pme__order_question;

typedef struct pme__order_trial {
  bool is_answered; /* the whole loop is modelled */
  int level_count;
  pme_misses levels[PME_MAX_LEVELS]; /* of the loop */
  pme_loop_time time;                /* all 0 without costs */
  double slower_code;                /* its cycles if compilers make code of it that computes an eighth longer */
  bool has_told;
  pme_misses told_levels[PME_MAX_LEVELS]; /* the same with all of a level that others share */
  pme_loop_time told_time;
  double told_slower_code;
} pme__order_trial;

/* Predicts the construct of the loop alone, with the loops in this order (NULL: as they are). Not answered where no effort
 * is left. PME_NO_MEMORY. */
pme_status pme__try_order(const pme__order_question *question, const pme_nest_order *order, pme__order_trial *out);

/* Predicts the whole program as it is: of these loops together. */
pme_status pme__try_loops(const pme__order_question *question, const int loops[], int count, pme__order_trial *out);

/* Whether they get fewer at all, which two rough looks tell. */
bool pme__waits_less(const pme__order_question *question, const pme__order_trial *now, const pme__order_trial *then);

/* Whether lines of all levels, at what they cost, get fewer by a tenth; true where nobody knows what they cost. */
bool pme__saves_lines(const pme__order_question *question, const pme__order_trial *now, const pme__order_trial *then);

/* Whether `then` is better than `now`: by more than 5% of the time and by more than what their intervals leave open, with
 * no more misses of the level that costs most now; or by 5% of these, in no more time. Where others share a level, with
 * the part that was had and with all of it. */
bool pme__is_better_order(const pme__order_question *question, const pme__order_trial *now,
                          const pme__order_trial *then);

/* Which of two that are better than `now` is better: by time where that differs by 5%, else by the misses of the level
 * that costs most now, and of those before it. < 0: a. */
int pme__compare_orders(const pme__order_question *question, const pme__order_trial *now, const pme__order_trial *a,
                        const pme__order_trial *b);

/* Makes the outcomes of both those with all of a level that others share, where that gains less. */
void pme__take_lesser_gain(pme__order_trial *now, pme__order_trial *then);

/* The level that an order is better by: of those that differ the one with most cycles, without costs the outermost. */
int pme__telling_level(const pme__order_question *question, const pme__order_trial *now, const pme__order_trial *then);

#endif
