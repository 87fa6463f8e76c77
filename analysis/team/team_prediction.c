/* Writes the answer for a team as a prediction: one loop, one reference, its misses by kind. */
#include "team_prediction.h"

#include <stdarg.h>
#include <stdio.h>

/* All that misses of a level are due to, as far as it is known: what threads alone would miss too is `self`. */
static pme_misses misses_of(const pme__team_level *level) {
  double warm = level->misses - level->cold, alone = level->alone - level->cold;
  double self = alone < 0 ? 0 : alone < warm ? alone : warm;
  pme_misses m = {.accesses = level->accesses, .misses = level->misses, .low = level->low, .high = level->high};
  m.cold = level->cold < level->misses ? level->cold : level->misses;
  m.self = warm > 0 ? self : 0;
  m.other_threads = warm > m.self ? warm - m.self : 0;
  m.precision = PME_PRECISION_ESTIMATE;
  m.engine = PME_ENGINE_PROFILE;
  return m;
}

/* ---- what it speaks of ---- */

static pme_schedule_kind schedule_of(const pme__team_run *run) {
  pme__team_schedule_kind kind = PME_TEAM_BALANCED;
  for (size_t w = 0; w < run->trace->work_count; w++)
    if (run->trace->work[w].kind == PME_PIECE_LOOP)
      kind = run->trace->work[w].schedule;
  return pme__team_schedule_clause(run->question->has_schedule ? run->question->schedule : kind);
}

static pme_status build_subject(const pme__team_run *run, pme_arena *arena, pme_subject **out) {
  pme_subject *subject = *out = pme_subject_create(arena, 2);
  if (!subject)
    return PME_NO_MEMORY;
  subject->function = "trace";
  subject->file = run->path;
  pme_subject_loop loop = {.variable = "?",
                           .parallel = true,
                           .schedule = schedule_of(run),
                           .chunk = run->question->has_schedule ? (int64_t)run->question->chunk : 0,
                           .threads = (int)run->question->threads,
                           .collapse = 1};
  int node;
  pme_status status = pme_subject_add_loop(subject, arena, PME_NONE, &loop, &node);
  if (!status)
    status = pme_subject_add_access(subject, node, "memory", false, &node);
  return status ? status : pme_subject_settle_teams(subject, arena, 1);
}

/* ---- what is assumed ---- */

static pme_status assume(pme_prediction *prediction, pme_arena *arena, pme_assumption_code code, const char *format,
                         ...) {
  char text[200];
  va_list values;
  va_start(values, format);
  vsnprintf(text, sizeof text, format, values);
  va_end(values);
  char *copy = pme_arena_copy_text(arena, text);
  pme_assumption assumption = {.code = code, .node = prediction->loops[0].node, .text = copy};
  return copy ? pme_prediction_add_assumption(prediction, arena, &assumption) : PME_NO_MEMORY;
}

/* What the text form says beside its numbers. */
static pme_status add_assumptions(const pme__team_run *run, pme_prediction *prediction, pme_arena *arena) {
  const pme__team_answer *answer = run->answer;
  const pme_machine *machine = prediction->machine;
  pme_status status = assume(prediction, arena, PME_ASSUMPTION_TEAM_METHOD, "method: %s (%s)",
                             pme__team_method_name(answer->method), answer->why);
  if (answer->idle && !status)
    status = assume(prediction, arena, PME_ASSUMPTION_TEAM_SIZE, "%u threads have nothing to do", answer->idle);
  if (answer->note && !status)
    status = assume(prediction, arena, PME_ASSUMPTION_TEAM_METHOD, "%s", answer->note);
  for (int l = 0; l < machine->level_count && !status; l++)
    if (answer->level[l].is_sensitive)
      status = assume(prediction, arena, PME_ASSUMPTION_INTERLEAVING, "the misses of %s depend on the interleaving",
                      machine->levels[l].name);
  return status;
}

/* ---- entry ---- */

pme_status pme__team_prediction(const pme__team_run *run, pme_arena *arena, pme_prediction **out, pme_error *error) {
  const pme_machine *machine = run->question->machine;
  pme_subject *subject;
  pme_prediction *prediction;
  pme_status status = build_subject(run, arena, &subject);
  if (!status)
    status = pme_prediction_create_measured(subject, machine, arena, &prediction, error);
  if (status)
    return pme_error_set(error, status, 0, 0, "%s", pme_status_text(status));
  prediction->references[0].modelled = true;
  for (int l = 0; l < machine->level_count; l++)
    prediction->references[0].levels[l] = misses_of(&run->answer->level[l]);
  pme_prediction_sum(prediction);
  *out = prediction;
  return add_assumptions(run, prediction, arena);
}
