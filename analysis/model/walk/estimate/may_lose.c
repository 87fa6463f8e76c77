/* Teams that write what others read. */
#include "may_lose.h"

/* Whether threads of several instances may make the access, and write. */
static bool is_write_by_team(const pme__tree_reference *reference, const pme_machine *machine, int level) {
  const pme__tree_node *phase = pme__tree_phase_of(reference);
  return reference->is_write && !reference->is_private && phase &&
         pme_machine_instances(machine, level, phase->threads) > 1;
}

static bool is_written_by_teams(const pme__loop_tree *program, int array, const pme_machine *machine, int level) {
  for (int r = 0; r < program->reference_count; r++)
    if (program->references[r].array == array && is_write_by_team(&program->references[r], machine, level))
      return true;
  return false;
}

bool pme__may_lose(const pme__level_state *state, int r) {
  const pme__loop_tree *program = pme__level_state_program(state);
  const pme__tree_reference *reference = &program->references[r];
  return !reference->is_private &&
         is_written_by_teams(program, reference->array, pme__level_state_machine(state), pme__level_state_level(state));
}

static bool differ(const pme__tree_reference *a, const pme__tree_reference *b) {
  for (int d = 0; d < PME__TREE_MAX_LOOPS; d++)
    if (pme__tree_coefficient(&a->offset, d) != pme__tree_coefficient(&b->offset, d))
      return true;
  return false;
}

bool pme__may_lose_seldom(const pme__level_state *state, int r) {
  const pme__loop_tree *program = pme__level_state_program(state);
  const pme__tree_reference *reference = &program->references[r];
  for (int w = 0; w < program->reference_count; w++) {
    const pme__tree_reference *write = &program->references[w];
    if (write->array == reference->array &&
        is_write_by_team(write, pme__level_state_machine(state), pme__level_state_level(state)) &&
        write->body == reference->body && differ(write, reference))
      return true;
  }
  return false;
}
