/* Assembly of predictions: the engines behind pme_predict. Private to analysis/model.
 *
 * An engine fills levels[level] of the references of a prediction (and their `modelled` flag). predict.c chooses the
 * engine in one place, adds reasons and assumptions, fills the loops' trip counts and sums up.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_PREDICT_H
#define PMECACHE_ANALYSIS_MODEL_PREDICT_H

#include "analysis/model/loop_tree/execution_count.h"
#include "pmecache/prediction.h"

struct pme__observer;

typedef struct pme__predict_question {
  const pme_concrete *concrete;
  const pme_machine *machine;
  const pme_predict_options *options; /* NULL: the usual ones */
  struct pme__observer *observer;     /* told what the engines find (observer.h); NULL: nobody listens */
} pme__predict_question;

/* Without accesses to places that data choose. `lines_only`: asks no engine, `least` and `low` are the lines that are
 * touched. PME_NO_MEMORY. */
pme_status pme__predict_modelled(const pme__predict_question *question, bool lines_only, pme_arena *arena,
                                 pme_prediction **out);

/* pme_predict, observed. */
pme_status pme__predict(const pme__predict_question *question, pme_arena *arena, pme_prediction **out,
                        pme_error *error);

/* How often each loop that is modelled is entered, and runs. */
void pme__fill_trip_counts(pme_prediction *prediction, const pme__count *counts);

#endif
