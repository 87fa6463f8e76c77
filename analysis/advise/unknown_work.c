/* Work that depends on data, or that the model has no part of: nothing may be advised that takes it to be even. */
#include "unknown_work.h"

#include <math.h>
#include <string.h>

#include "analysis/by_size/unknown_sizes.h"
#include "analysis/core/tree.h"

/* Chunks of each thread that even out what differs from iteration to iteration. */
static const double ENOUGH_CHUNKS = 16;
/* ... where threads ask for them, which somebody wanted: one that takes longer than most is then the end of the loop. */
static const double ENOUGH_DEMANDED = 64;

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
  bool is_partly = row && row->status == PME_LOOP_PARTLY, has_places = row && row->data_accesses > 0;
  pme__unknown_work unknown = {.time = is_partly, .places = has_places, .evenness = is_partly || has_places};
  for (int i = 0; i < subject->assumption_count; i++) {
    const pme_assumption *a = &subject->assumptions[i];
    if (a->node == PME_NONE || !pme_subject_is_below(subject, a->node, loop))
      continue;
    unknown.time = unknown.time || is_left_out(a->code);
    unknown.evenness = unknown.evenness || is_left_out(a->code) || is_uneven(a->code);
  }
  return unknown;
}

bool pme__asks_for_uneven(const pme__unknown_work *unknown, const pme_candidate *present) {
  return unknown->evenness && !present->is_team && present->schedule == PME_SCHEDULE_DYNAMIC && present->chunk > 0;
}

double pme__most_demanded(const pme__work_distribution *distribution, int threads) {
  return distribution->iterations / (ENOUGH_DEMANDED * threads);
}

bool pme__may_wait_more(const pme__unknown_work *unknown, const pme_candidate *present, const pme_candidate *candidate,
                        const pme__work_distribution *distribution) {
  if ((unknown->time || unknown->places) && candidate->threads < present->threads)
    return true;
  if (!unknown->evenness || candidate->is_team)
    return false;
  if (present->schedule != PME_SCHEDULE_STATIC)
    return candidate->schedule != present->schedule ||
           (candidate->chunk > present->chunk &&
            (present->schedule != PME_SCHEDULE_DYNAMIC ||
             (double)candidate->chunk > pme__most_demanded(distribution, candidate->threads)));
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

static bool is_known_enough(const pme_prediction *p, const pme_loop_prediction *row) {
  const pme_program *program = pme_concrete_program(p->concrete);
  const pme_node *node = pme_program_node(program, row->node);
  if (row->status == PME_LOOP_NOT_MODELLED || row->executions <= 0 || row->trip_count < 2 ||
      row->levels[0].accesses <= 0 || node->u.loop.is_taskloop ||
      (node->u.loop.is_team && (row->status != PME_LOOP_MODELLED || row->data_accesses > 0)))
    return false;
  return pme__has_own_team(program, row->node);
}

const pme_loop_prediction **pme__known_enough(const pme_prediction *prediction, pme_arena *arena, int *count) {
  const pme_loop_prediction **rows = PME_ARENA_NEW(arena, const pme_loop_prediction *, prediction->loop_count);
  *count = 0;
  for (int i = 0; i < prediction->loop_count && rows; i++)
    if (is_known_enough(prediction, &prediction->loops[i]))
      rows[(*count)++] = &prediction->loops[i];
  return rows;
}

/* ---- advice where a part is not known ---- */

void pme__take_upper_bounds(pme_prediction *prediction) {
  for (int r = 0; r < prediction->reference_count; r++)
    for (int l = 0; l < prediction->level_count; l++) {
      pme_misses *m = &prediction->references[r].levels[l];
      if (m->precision == PME_PRECISION_BOUND)
        m->low = fmax(2 * m->misses - m->high, 0);
    }
}

static void take_both_ends(pme_candidate *best, const pme_candidate *missing) {
  best->ratio = fmax(best->ratio, missing->ratio);
  best->ratio_low = fmin(best->ratio_low, missing->ratio_low);
  best->ratio_high = fmax(best->ratio_high, missing->ratio_high);
}

/* The others were compared at one end alone. */
static void keep_what_is_known(pme_loop_advice *advice) {
  advice->candidates[1] = advice->candidates[advice->present];
  advice->present = 1;
  advice->count = 2;
}

static pme_status compare(const pme__question *q, const pme__search_effort *effort, pme_loop_advice *inout) {
  pme_candidate *best = &inout->candidates[0];
  const pme_candidate *present = &inout->candidates[inout->present];
  pme__answer now = {.candidate = *present}, then = {.candidate = *best};
  pme_status status = pme__evaluate_into(q, effort, &now);
  if (status == PME_OK)
    status = pme__evaluate_into(q, effort, &then);
  inout->pays = status == PME_OK && now.is_answered && then.is_answered;
  if (!inout->pays)
    return status;
  if (q->costs)
    pme__compare(q, &now, &then);
  else
    pme__compare_misses(&now, &then, best->ratio_level);
  take_both_ends(best, &then.candidate);
  inout->pays = pme__is_worth_it(q, present, best);
  inout->is_partly = !inout->pays;
  if (inout->pays)
    keep_what_is_known(inout);
  return PME_OK;
}

static pme_status allow_for_data(const pme__question *question, const pme__search_effort *effort,
                                 pme_loop_advice *inout) {
  pme__candidate_runs runs = {.prediction = question->prediction, .what_if = question->runs->what_if};
  pme__question missing = *question;
  missing.runs = &runs;
  missing.like = NULL;
  missing.with_data = true;
  pme_status status = compare(&missing, effort, inout);
  pme__candidate_runs_forget(&runs);
  return status;
}

/* What is not known may be most of the work. */
pme_status pme__allow_for_unknown(const pme__question *question, const pme__search_effort *effort,
                                  const pme__unknown_work *unknown, pme_loop_advice *inout) {
  const pme_candidate *best = &inout->candidates[0], *present = &inout->candidates[inout->present];
  inout->is_partly = unknown->time || unknown->places;
  if (!inout->is_partly || !inout->pays)
    return PME_OK;
  inout->pays = best->threads == present->threads && (!unknown->time || best->reason >= PME_ADVICE_FALSE_SHARING);
  return inout->pays && !unknown->time ? allow_for_data(question, effort, inout) : PME_OK;
}
