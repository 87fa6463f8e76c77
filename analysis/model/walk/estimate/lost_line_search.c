/* Points of one reference, stratum by stratum. */
#include "lost_line_search.h"

#include <string.h>

#include "lost_line_shares.h"

typedef pme__lost_line_search search;

/* About ns. */
enum { COST_SHARES = 10000 };

/* ---- what can be shared at all ---- */

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

/* ---- samples ---- */

void pme__lost_line_search_begin(search *search, const pme__level_state *state, int r, uint64_t *random) {
  const pme__loop_tree *program = pme__level_state_program(state);
  const pme__set_filter *filter = pme__level_state_filter(state);
  memset(search, 0, sizeof *search);
  search->is_over = !pme__may_lose(state, r);
  pme__sample_source_init(&search->source, program, r, filter->line_bytes * filter->sets);
  for (int i = 0; i < PME__WALK_REPLICATES; i++)
    pme__sample_sequence_init(&search->sequences[i], random);
  search->strata = pme__lost_line_strata_of(&program->references[r], filter->line_bytes);
}

void pme__lost_line_search_prepare(search *search, pme__level_state *state, const int64_t *group_bases) {
  if (search->is_prepared)
    return;
  search->is_prepared = true;
  pme__lost_line_find_shares(&search->strata, pme__level_state_program(state), group_bases, PME__WALK_REPLICATES,
                             pme__level_state_filter(state)->line_bytes);
  pme__walk_charge(state, search->strata.has_shares ? COST_SHARES : 0);
}

int pme__lost_line_draw(const search *search, pme__level_state *state, int stratum, pme__sample_sequence *sequence,
                        uint64_t *random, pme__walk_instance *instance) {
  int64_t work = 0;
  int coordinates;
  bool found = pme__walk_draw_point(&search->source, sequence, random, instance, &coordinates, &work);
  pme__walk_charge(state, work);
  if (!found)
    return PME_NONE;
  if (search->strata.has_shares)
    pme__lost_line_move(&search->strata, state, stratum, sequence->number, instance);
  return pme__lost_line_stratum(&search->strata, state, instance);
}

int pme__wanting_stratum(const search *search, int replicate, const int64_t *wanted) {
  for (int k = 0; k < PME__LOST_LINE_STRATA; k++)
    if (search->sums[k].samples[replicate] < wanted[k])
      return k;
  return PME_NONE;
}

bool pme__wants_last_round(const search *search, int stratum) {
  return pme__loses_any(&search->sums[stratum]) && !(search->last >> stratum & 1);
}

void pme__lost_line_search_again(search *search) {
  search->taken.capacity = search->taken.count; /* what comes is its own */
  for (int k = 0; k < PME__LOST_LINE_STRATA; k++)
    pme__forget_lost(&search->sums[k]);
}
