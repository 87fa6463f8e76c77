/* Work that depends on data, or that the model has no part of: nothing may be advised that takes it to be even. */
#include "unknown_work.h"

#include <math.h>
#include <string.h>

#include "analysis/by_size/unknown_sizes.h"
#include "analysis/core/tree.h"

/* Chunks of each thread that even out what differs from iteration to iteration. */
static const double ENOUGH_CHUNKS = 16;

static bool is_uneven(pme_assumption_code code) {
  return code == PME_ASSUMPTION_TRIPS_ALIKE || code == PME_ASSUMPTION_EARLY_EXIT;
}

/* A call that is not followed may be most of the loop (a ray that is followed through a scene). */
static bool is_left_out(pme_assumption_code code) {
  return code == PME_ASSUMPTION_WORK_LEFT_OUT || code == PME_ASSUMPTION_CALL_IGNORED;
}

pme__unknown_work pme__unknown_work_of(const pme_prediction *prediction, int loop) {
  const pme_subject *subject = prediction->subject;
  const pme_loop_prediction *row = pme__loop_row(prediction, loop);
  bool is_partly = row && (row->status == PME_LOOP_PARTLY || row->data_accesses > 0);
  pme__unknown_work unknown = {is_partly, is_partly};
  for (int i = 0; i < subject->assumption_count; i++) {
    const pme_assumption *a = &subject->assumptions[i];
    if (a->node == PME_NONE || !pme_subject_is_below(subject, a->node, loop))
      continue;
    unknown.time = unknown.time || is_left_out(a->code);
    unknown.evenness = unknown.evenness || is_left_out(a->code) || is_uneven(a->code);
  }
  return unknown;
}

bool pme__may_wait_more(const pme__unknown_work *unknown, const pme_candidate *present, const pme_candidate *candidate,
                        const pme__work_distribution *distribution) {
  if (unknown->time && candidate->threads < present->threads)
    return true;
  if (!unknown->evenness || candidate->is_team)
    return false;
  if (present->schedule != PME_SCHEDULE_STATIC)
    return candidate->schedule != present->schedule || candidate->chunk > present->chunk;
  bool is_longer = present->chunk > 0 && (candidate->chunk == 0 || candidate->chunk > present->chunk);
  bool is_fine =
      candidate->chunk > 0 && distribution->iterations >= ENOUGH_CHUNKS * candidate->threads * (double)candidate->chunk;
  return is_longer && candidate->threads > 1 && !is_fine;
}

static void take_off(const pme_misses *of, pme_misses *inout) {
  double *const all[] = {&inout->accesses, &inout->misses, &inout->low, &inout->high};
  const double some[] = {of->accesses, of->misses, of->low, of->high};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    *all[i] = fmax(*all[i] - some[i], 0);
}

void pme__levels_without_data(const pme_prediction *p, const pme_loop_prediction *row,
                              pme_misses levels[PME_MAX_LEVELS]) {
  memcpy(levels, row->levels, sizeof row->levels);
  for (int r = 0; r < p->reference_count; r++) {
    const pme_reference_prediction *of = &p->references[r];
    bool is_chosen = of->modelled && pme_concrete_node_at(p->concrete, of->node)->u.access.scattered > 0 &&
                     pme_subject_is_below(p->subject, of->node, row->node);
    for (int l = 0; l < p->level_count && is_chosen; l++)
      take_off(&of->levels[l], &levels[l]);
  }
}

bool pme__is_known_enough(const pme_prediction *p, const pme_loop_prediction *row) {
  const pme_program *program = pme_concrete_program(p->concrete);
  const pme_node *node = pme_program_node(program, row->node);
  if (row->status == PME_LOOP_NOT_MODELLED || row->executions <= 0 || row->trip_count < 2 ||
      row->levels[0].accesses <= 0 ||
      (node->u.loop.is_team && (row->status != PME_LOOP_MODELLED || row->data_accesses > 0)))
    return false;
  return pme__has_own_team(program, row->node);
}
