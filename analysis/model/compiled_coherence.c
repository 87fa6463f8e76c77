/* Coherence misses of values in registers. */
#include "compiled_coherence.h"

#include <math.h>

#include "analysis/core/as_compiled.h"
#include "analysis/model/loop_tree/execution_count.h"

static bool is_kept(const pme_prediction *prediction, const pme_reference_prediction *row) {
  const pme_program *program = pme_concrete_program(prediction->concrete);
  return row->modelled && pme_program_node(program, row->node)->u.access.kept_loops > 0;
}

static bool matters(const pme_prediction *prediction) {
  for (int r = 0; r < prediction->reference_count; r++)
    for (int l = 0; l < prediction->level_count; l++)
      if (is_kept(prediction, &prediction->references[r]) && prediction->references[r].levels[l].coherence > 0)
        return true;
  return false;
}

static void take(double coherence, double false_sharing, pme_misses *m) {
  double more = coherence - m->coherence;
  m->coherence = coherence;
  m->false_sharing = false_sharing;
  m->misses = fmax(m->misses + more, 0);
  m->low = fmin(fmax(m->low + more, 0), m->misses);
  m->high = fmax(m->high + more, m->misses);
}

/* Where no engine answers the compiled access, it loses no more than it is executed. */
static void take_all(const pme_reference_prediction *compiled, double executions, int levels,
                     pme_reference_prediction *row) {
  for (int l = 0; l < levels; l++) {
    pme_misses *m = &row->levels[l];
    double most = fmin(m->coherence, executions), share = m->coherence > 0 ? most / m->coherence : 0;
    if (compiled->modelled)
      take(compiled->levels[l].coherence, compiled->levels[l].false_sharing, m);
    else
      take(most, m->false_sharing * share, m);
  }
}

pme_status pme__take_compiled_coherence(const pme__predict_question *question, pme_arena *arena,
                                        pme_prediction *prediction) {
  pme_concrete *concrete;
  pme_prediction *compiled;
  if (pme__concrete_is_compiled(question->concrete) || !matters(prediction))
    return PME_OK;
  pme_status status = pme__concrete_as_compiled(question->concrete, &concrete);
  if (status != PME_OK)
    return status;
  pme__predict_question moved = {concrete, question->machine, question->options, NULL};
  status = pme__predict(&moved, arena, &compiled, NULL);
  prediction->effort += status == PME_OK ? compiled->effort : 0;
  const pme__count *counts = status == PME_OK ? pme__count_program(concrete, arena) : NULL;
  status = status == PME_OK && !counts ? PME_NO_MEMORY : status;
  for (int r = 0; status == PME_OK && r < prediction->reference_count; r++)
    if (is_kept(prediction, &prediction->references[r]))
      take_all(&compiled->references[r], counts[prediction->references[r].node].executions, prediction->level_count,
               &prediction->references[r]);
  pme_concrete_destroy(concrete);
  return status;
}
