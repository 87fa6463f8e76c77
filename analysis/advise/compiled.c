/* The program as a compiler leaves it. */
#include "compiled.h"

static bool matters(const pme_prediction *source) {
  const pme_program *program = pme_concrete_program(source->concrete);
  for (int r = 0; r < source->reference_count; r++)
    for (int l = 0; l < source->level_count; l++)
      if (source->references[r].levels[l].coherence > 0 &&
          pme_program_node(program, source->references[r].node)->u.access.kept_loops > 0)
        return true;
  return false;
}

pme_status pme__predict_compiled(const pme_prediction *source, const pme_what_if *what_if, double budget_ms,
                                 pme_arena *arena, const pme_prediction **out, pme_concrete **concrete) {
  pme_what_if compiled = *what_if;
  pme_predict_options options = {.budget_ms = budget_ms, .coherence = true};
  pme_prediction *prediction;
  *out = source;
  *concrete = NULL;
  if (!matters(source))
    return PME_OK;
  compiled.as_compiled = true;
  pme_status status = pme_concrete_create(pme_concrete_program(source->concrete), &compiled, concrete, NULL);
  if (status == PME_OK)
    status = pme_predict(*concrete, source->machine, &options, arena, &prediction, NULL);
  if (status == PME_OK)
    *out = prediction;
  return status;
}
