/* The engine's entry: from a concrete program to filled references. */
#include <math.h>
#include <string.h>

#include "record.h"
#include "walk.h"
#include "walk_coherence.h"
#include "walk_estimate.h"

static const double USUAL_RELATIVE = 0.014, USUAL_ABSOLUTE = 1e-5, USUAL_EFFORT = 8e6;
/* Summands that counting the executions of all references may take. */
static const int64_t MOST_COUNTING = 100000;
enum { COST_SUMMAND = 30 };
/* On top of the effort of a level. */
static const double EFFORT_FOR_COHERENCE = 0.5;

typedef struct request {
  const pme_machine *machine;
  pme__walk_options options;
  pme__walk_program *program;
  int64_t *executions; /* per reference of the walk, -1: could not be counted */
  int64_t work;        /* so far */
  pme_arena *arena;
} request;

static pme__walk_options filled(const pme__walk_options *options) {
  pme__walk_options all = options ? *options : (pme__walk_options){0};
  all.relative_target = all.relative_target > 0 ? all.relative_target : USUAL_RELATIVE;
  all.absolute_target = all.absolute_target > 0 ? all.absolute_target : USUAL_ABSOLUTE;
  all.effort_nanoseconds = all.effort_nanoseconds > 0 ? all.effort_nanoseconds : USUAL_EFFORT;
  bool patient = all.patience_nanoseconds <= 0 || all.patience_nanoseconds > all.effort_nanoseconds;
  all.patience_nanoseconds = patient ? all.effort_nanoseconds : all.patience_nanoseconds;
  return all;
}

static pme_status count_executions(request *q) {
  q->executions = PME_ARENA_NEW(q->arena, int64_t, q->program->reference_count);
  if (!q->executions)
    return PME_NO_MEMORY;
  pme__walk_counter counter = {.limit = MOST_COUNTING};
  pme_status status = pme__walk_count_executions(&counter, q->program, q->arena, q->executions);
  if (status != PME_OK)
    return status;
  counter.limit = counter.work + MOST_COUNTING / 10;
  pme__walk_fix_counts(&counter, q->program);
  q->work += counter.work * COST_SUMMAND;
  return PME_OK;
}

static pme_reference_prediction *row_of(pme_prediction *prediction, int node) {
  int low = 0, high = prediction->reference_count - 1;
  while (low < high) { /* rows are in the order of nodes */
    int middle = (low + high) / 2;
    if (prediction->references[middle].node < node)
      low = middle + 1;
    else
      high = middle;
  }
  return &prediction->references[low];
}

static double between(double value, double low, double high) { return value < low ? low : value > high ? high : value; }

static void fill_misses(pme_misses *out, double executions, int64_t size_bytes, int line_bytes,
                        const pme__walk_estimate *estimate) {
  double most = executions * (double)(1 + (size_bytes + line_bytes - 2) / line_bytes);
  double misses = between(estimate->misses, 0, most);
  double cold = between(estimate->cold, 0, misses), other = between(estimate->other_threads, 0, misses - cold);
  *out = (pme_misses){.accesses = executions,
                      .misses = misses,
                      .cold = cold,
                      .other_threads = other,
                      .self = misses - cold - other,
                      .low = between(misses - estimate->half_width, 0, most),
                      .high = between(misses + estimate->half_width, 0, most),
                      .unseen = estimate->unseen,
                      .cancelled = estimate->cancelled,
                      .precision = PME_PRECISION_ESTIMATE,
                      .engine = PME_ENGINE_WALK};
}

/* Adds what the level loses to writes of other instances. */
static pme_status add_coherence(request *q, pme__walk_sieve *sieve, int level, double effort, pme_arena *arena,
                                pme_prediction *inout) {
  pme__walk_sharing *sharing = PME_ARENA_NEW(arena, pme__walk_sharing, q->program->reference_count);
  if (!sharing)
    return PME_NO_MEMORY;
  pme_status status =
      pme__walk_share_level(sieve, q->machine, level, q->executions, effort, q->options.seed, arena, sharing);
  for (int r = 0; r < q->program->reference_count && status == PME_OK; r++) {
    pme_misses *m = &row_of(inout, q->program->references[r].node)->levels[level];
    if (m->engine != PME_ENGINE_WALK || sharing[r].coherence <= 0)
      continue;
    double below = m->misses - m->low, above = m->high - m->misses, width = sharing[r].half_width;
    m->coherence = sharing[r].coherence;
    m->false_sharing = sharing[r].false_sharing;
    m->misses += m->coherence;
    m->low = m->misses - sqrt(below * below + width * width);
    m->high = m->misses + sqrt(above * above + width * width);
  }
  return status;
}

static pme_status predict_level(request *q, int level, double effort, pme_prediction *inout) {
  pme_arena *arena = pme_arena_create();
  pme__walk_sieve *sieve = NULL;
  pme__walk_statistics statistics;
  pme__walk_estimate *estimates = arena ? PME_ARENA_NEW(arena, pme__walk_estimate, q->program->reference_count) : NULL;
  int64_t *no_bases = arena ? PME_ARENA_NEW(arena, int64_t, q->program->group_count) : NULL;
  pme_status status = estimates && no_bases ? PME_OK : PME_NO_MEMORY;
  if (status == PME_OK)
    status = pme__walk_sieve_create(q->program, q->machine, level, arena, &sieve);
  if (status == PME_OK) {
    pme__walk_sieve_place(sieve, no_bases);
    if (q->options.recorder)
      q->options.recorder->level = level;
    status = pme__walk_estimate_level(sieve, q->executions, &q->options, effort, arena, estimates, &statistics);
  }
  for (int r = 0; r < q->program->reference_count && status == PME_OK; r++) {
    const pme__walk_reference *reference = &q->program->references[r];
    pme_reference_prediction *row = row_of(inout, reference->node);
    if (!estimates[r].known)
      continue;
    if (q->options.places)
      q->options.places[(row - inout->references) * inout->level_count + level] = estimates[r].places;
    fill_misses(&row->levels[level], (double)q->executions[r], reference->size_bytes,
                q->machine->levels[level].line_bytes, &estimates[r]);
  }
  if (status == PME_OK && q->options.coherence)
    status = add_coherence(q, sieve, level, effort * EFFORT_FOR_COHERENCE, arena, inout);
  if (status == PME_OK) {
    q->work += statistics.work;
    if (q->options.statistics)
      q->options.statistics[level] = statistics;
  }
  pme_arena_destroy(arena);
  return status;
}

/* Accesses in loops that never run: nothing, exactly. */
static void fill_never(const pme__walk_program *program, pme_prediction *inout) {
  for (int i = 0; i < inout->reference_count; i++) {
    if (program->fates[inout->references[i].node] != PME__WALK_NEVER)
      continue;
    for (int l = 0; l < inout->level_count; l++)
      inout->references[i].levels[l] = (pme_misses){.precision = PME_PRECISION_EXACT, .engine = PME_ENGINE_WALK};
  }
}

static pme_status assume(pme_prediction *inout, pme_arena *arena, pme_assumption_code code, int node,
                         const char *text) {
  pme_assumption assumption = {code, node, text};
  return pme_prediction_add_assumption(inout, arena, &assumption);
}

static pme_status add_assumptions(const request *q, pme_prediction *inout, pme_arena *arena) {
  const pme_program *source = pme_concrete_program(q->program->concrete);
  pme_status status = PME_OK;
  if (q->program->group_count > 0)
    status = assume(inout, arena, PME_ASSUMPTION_BASES_UNKNOWN, PME_NONE,
                    "the addresses of arrays are not known: misses are averaged over their positions");
  for (int id = 0; id < pme_program_node_count(source) && status == PME_OK; id++) {
    if (q->program->assumes_turns[id])
      status = assume(inout, arena, PME_ASSUMPTION_DYNAMIC_AS_CYCLIC, id,
                      "chunks of a dynamic or guided schedule go round the team in turn");
  }
  if (status == PME_OK && q->program->assumes_barrier)
    status = assume(inout, arena, PME_ASSUMPTION_SCHEDULE, PME_NONE,
                    "threads wait for each other once in every iteration of a loop with nowait loops inside");
  return status;
}

static pme_status predict(request *q, const pme_concrete *concrete, pme_arena *arena, pme_prediction *inout) {
  pme_status status = pme__walk_program_create(concrete, q->arena, &q->program);
  if (status == PME_OK)
    status = count_executions(q);
  for (int l = 0; l < q->machine->level_count && status == PME_OK; l++) {
    double left = q->options.effort_nanoseconds - (double)q->work;
    status = predict_level(q, l, left / (q->machine->level_count - l), inout);
  }
  if (status != PME_OK)
    return status;
  fill_never(q->program, inout);
  return add_assumptions(q, inout, arena);
}

pme_status pme__walk_predict(const pme_concrete *concrete, const pme_machine *machine, const pme__walk_options *options,
                             pme_arena *arena, pme_prediction *inout, pme_error *error) {
  request q = {.machine = machine, .options = filled(options), .arena = pme_arena_create()};
  pme_status status = q.arena ? predict(&q, concrete, arena, inout) : PME_NO_MEMORY;
  pme_arena_destroy(q.arena);
  return status == PME_OK ? PME_OK : pme_error_set(error, status, 0, 0, "%s", pme_status_text(status));
}
