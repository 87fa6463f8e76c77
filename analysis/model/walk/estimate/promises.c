/* What is promised of: all references, and the worksharing loops, each for itself. */
#include "strata.h"

bool pme__find_loops(pme__walk_estimator *e, const int64_t *executions) {
  const pme__loop_tree *program = pme__level_state_program(e->state);
  int nodes = pme_program_node_count(pme_concrete_program(program->concrete));
  int *numbers = PME_ARENA_NEW(e->arena, int, nodes); /* from 1; 0: none yet */
  e->loop_of_reference = PME_ARENA_NEW(e->arena, int, program->reference_count);
  e->loop_executions = PME_ARENA_NEW(e->arena, double, program->reference_count);
  e->loop_lost = PME_ARENA_NEW(e->arena, double, program->reference_count);
  e->loop_widening = PME_ARENA_NEW(e->arena, double, program->reference_count + 1);
  if (!numbers || !e->loop_of_reference || !e->loop_executions || !e->loop_lost || !e->loop_widening)
    return false;
  for (int r = 0; r < program->reference_count; r++) {
    const pme__tree_reference *reference = &program->references[r];
    e->loop_of_reference[r] = PME_NONE;
    if (reference->worksharing_level < 0)
      continue;
    int *number = &numbers[reference->path[reference->worksharing_level]->source];
    if (*number == 0)
      *number = ++e->loop_count;
    e->loop_of_reference[r] = *number - 1;
    e->loop_executions[*number - 1] += (double)executions[r];
  }
  return true;
}

void pme__set_lost(pme__walk_estimator *e, const double *lost) {
  int references = pme__level_state_program(e->state)->reference_count;
  e->lost = 0;
  for (int loop = 0; loop < e->loop_count; loop++)
    e->loop_lost[loop] = 0;
  for (int r = 0; lost && r < references; r++) {
    e->lost += lost[r];
    if (e->loop_of_reference[r] != PME_NONE)
      e->loop_lost[e->loop_of_reference[r]] += lost[r];
  }
}
