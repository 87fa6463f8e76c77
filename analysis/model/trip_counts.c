/* How often loops are entered and run, for the rows of an answer. */
#include "predict.h"

void pme__fill_trip_counts(pme_prediction *prediction, const pme__count *counts) {
  for (int i = 0; i < prediction->loop_count; i++) {
    pme_loop_prediction *row = &prediction->loops[i];
    if (!pme_concrete_node_at(prediction->concrete, row->node)->modelled)
      continue;
    row->executions = counts[row->node].entries;
    row->trip_count = row->executions > 0 ? counts[row->node].executions / row->executions : 0;
  }
}
