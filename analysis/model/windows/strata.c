/* Bodies by their share of the accesses. */
#include "strata.h"

static double executions_of(const pme__loop_tree *program, const double *executions, const pme__tree_node *body) {
  double sum = 0;
  for (int i = 0; i < body->reference_count; i++)
    sum += executions[program->references[body->reference_first + i].node];
  return sum;
}

bool pme__strata_find(const pme__loop_tree *program, const double *executions, int64_t way_bytes, uint64_t *random,
                      pme_arena *arena, pme__strata *out) {
  *out = (pme__strata){.all = PME_ARENA_NEW(arena, pme__stratum, program->reference_count)};
  for (int i = 0; out->all && i < program->reference_count; i++) {
    const pme__tree_node *body = program->references[i].body;
    double sum = i == body->reference_first ? executions_of(program, executions, body) : 0;
    if (sum <= 0)
      continue;
    pme__stratum *s = &out->all[out->count++];
    s->executions = sum;
    pme__sample_source_init(&s->source, program, i, way_bytes);
    pme__sample_sequence_init(&s->sequence, random);
  }
  return out->all != NULL;
}

pme__stratum *pme__strata_next(const pme__strata *strata) {
  pme__stratum *next = strata->all;
  for (pme__stratum *s = strata->all + 1; s < strata->all + strata->count; s++)
    if ((s->windows + 0.5) * next->executions < (next->windows + 0.5) * s->executions)
      next = s;
  return next;
}
