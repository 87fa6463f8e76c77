/* The engine's entry: counts executions, estimates level by level, and fills the references of a prediction. */
#include <math.h>
#include <string.h>

#include "analysis/core/tree.h"
#include "analysis/model/observer/observer.h"
#include "coherence.h"
#include "estimate.h"
#include "walk.h"

static const double USUAL_RELATIVE = 0.014, USUAL_ABSOLUTE = 1e-5, USUAL_EFFORT = 8e6;
/* Summands that counting the executions of all references may take. */
static const int64_t MOST_COUNTING = 100000;
enum { COST_SUMMAND = 100 };
/* On top of the effort of a level. */
static const double EFFORT_FOR_COHERENCE = 0.5;
/* Of the misses, lines that are driven out; of these, lines that others take. */
static const double WORTH_SPARING = 0.01;

/* One level of a run. */
typedef struct level_run {
  pme__level_samples samples;
  int64_t *no_bases;               /* of groups: proofs hold for all, and begin with none */
  pme__coherence_sampler *sampler; /* NULL: nothing was sampled yet of what others write */
  pme__coherence_misses *sharing;  /* what that said last, per reference */
  double *lost;                    /* of that, what the samples are told */
  bool heeds_writes;               /* ways that writes of others empty spare misses */
  int64_t work;                    /* of the estimator */
  double work_on_coherence;
} level_run;

struct pme__walk_run {
  const pme_machine *machine;
  pme__loop_tree *program;
  int64_t *executions; /* per reference of the walk, -1: could not be counted */
  int64_t counting;    /* work of that */
  pme_arena *arena;
  level_run levels[PME_MAX_LEVELS];
  pme__everyone everyone;
  bool is_kept; /* to go on with: levels stay when they are answered */
};

/* One step. */
typedef struct request {
  pme__walk_run *run;
  pme__walk_options options;
  pme_prediction *inout;
  bool is_over; /* nothing more has to be walked */
} request;

bool pme__walk_obeys(const pme_policy *policy) { return pme__policy_is_decided(policy); }

static pme__walk_options filled(const pme__walk_options *options) {
  pme__walk_options all = options ? *options : (pme__walk_options){0};
  all.relative_target = all.relative_target > 0 ? all.relative_target : USUAL_RELATIVE;
  all.absolute_target = all.absolute_target > 0 ? all.absolute_target : USUAL_ABSOLUTE;
  all.effort_nanoseconds = all.effort_nanoseconds > 0 ? all.effort_nanoseconds : USUAL_EFFORT;
  bool patient = all.patience_nanoseconds <= 0 || all.patience_nanoseconds > all.effort_nanoseconds;
  all.patience_nanoseconds = patient ? all.effort_nanoseconds : all.patience_nanoseconds;
  return all;
}

static pme_status count_executions(pme__walk_run *run) {
  run->executions = PME_ARENA_NEW(run->arena, int64_t, run->program->reference_count);
  if (!run->executions)
    return PME_NO_MEMORY;
  pme__counter counter = {.limit = MOST_COUNTING};
  pme_status status = pme__count_executions(&counter, run->program, run->arena, run->executions);
  if (status == PME_OK)
    status = pme__count_other_executions(run->program, run->arena, run->executions);
  if (status != PME_OK)
    return status;
  counter.limit = counter.work + MOST_COUNTING / 10;
  pme__fix_counts(&counter, run->program);
  run->counting = counter.work * COST_SUMMAND;
  return PME_OK;
}

static double between(double value, double low, double high) { return value < low ? low : value > high ? high : value; }

/* Lines that an access is in, wherever it may begin. */
static double most_lines(const pme__set_filter *filter, int reference) {
  int64_t line = filter->line_bytes / filter->shapes[reference].unit_bytes;
  return (double)(1 + (line - 1 + filter->shapes[reference].extent) / line);
}

static void fill_misses(pme_misses *out, double executions, double most, const pme__walk_estimate *estimate) {
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
                      .doubt = estimate->doubt,
                      .precision = PME_PRECISION_ESTIMATE,
                      .engine = PME_ENGINE_WALK};
}

/* One side of an interval whose doubt is not one of samples, with the square of what else may be. */
static double widened(double width, double doubt, double square) {
  double part = fmin(width, doubt), seen = width - part;
  return part + sqrt(seen * seen + square);
}

static void add_lost(pme_misses *m, const pme__coherence_misses *lost) {
  double below = m->misses - m->low, above = m->high - m->misses;
  double more_unseen = fmax(lost->unseen * lost->unseen - m->unseen * m->unseen, 0); /* the larger one counts */
  double square = lost->half_width * lost->half_width + more_unseen;
  m->loss = sqrt(lost->half_width * lost->half_width + lost->unseen * lost->unseen);
  m->coherence = lost->coherence;
  m->false_sharing = lost->false_sharing;
  m->misses += lost->coherence;
  m->unseen = fmax(m->unseen, lost->unseen);
  m->low = fmax(m->misses - widened(below, m->doubt, lost->half_width * lost->half_width), 0);
  m->high = m->misses + widened(above, m->doubt, square);
}

/* What is lost counts among all misses: it need not be known better than these. What the samples have left of their
 * effort is for it, too. */
static pme__coherence_goal coherence_goal(const request *q, int level, double effort) {
  const pme__walk_options *o = &q->options;
  double misses = 0, accesses = 0;
  for (int r = 0; r < q->run->program->reference_count; r++) {
    const pme_misses *m = &pme__reference_row(q->inout, q->run->program->references[r].node)->levels[level];
    misses += m->engine == PME_ENGINE_WALK ? m->misses : 0;
    accesses += m->engine == PME_ENGINE_WALK ? m->accesses : 0;
  }
  double share = EFFORT_FOR_COHERENCE * effort + fmax(effort - (double)q->run->levels[level].work, 0);
  return (pme__coherence_goal){
      .half_width = fmax(fmax(o->relative_target * misses, o->absolute_target * accesses), o->target_misses),
      .effort = share,
      .patience = share * o->patience_nanoseconds / o->effort_nanoseconds};
}

/* True: nothing is short. */
static bool fill_level(const request *q, int level, const pme__walk_estimate *estimates) {
  const pme__walk_run *run = q->run;
  bool is_whole = true;
  const pme__set_filter *filter = pme__level_state_filter(run->levels[level].samples.state);
  for (int r = 0; r < run->program->reference_count; r++) {
    pme_reference_prediction *row = pme__reference_row(q->inout, run->program->references[r].node);
    if (!estimates[r].known && run->executions[r] >= 0 && q->options.is_short)
      q->options.is_short[row - q->inout->references] = true;
    is_whole = is_whole && (estimates[r].known || run->executions[r] < 0);
    if (!estimates[r].known)
      continue;
    if (q->options.placements)
      q->options.placements[(row - q->inout->references) * q->inout->level_count + level] = estimates[r].placements;
    double executions = (double)run->executions[r];
    fill_misses(&row->levels[level], executions, executions * most_lines(filter, r), &estimates[r]);
  }
  return is_whole;
}

static void add_all_lost(const request *q, int level) {
  const pme__walk_run *run = q->run;
  for (int r = 0; r < run->program->reference_count; r++) {
    pme_misses *m = &pme__reference_row(q->inout, run->program->references[r].node)->levels[level];
    if (m->engine == PME_ENGINE_WALK)
      add_lost(m, &run->levels[level].sharing[r]);
  }
}

static pme_status create_sampler(request *q, int level) {
  pme__walk_run *run = q->run;
  level_run *l = &run->levels[level];
  int references = run->program->reference_count;
  if (l->sampler)
    return PME_OK;
  l->sharing = PME_ARENA_NEW(l->samples.arena, pme__coherence_misses, references);
  l->lost = PME_ARENA_NEW(l->samples.arena, double, references);
  if (!l->sharing || !l->lost)
    return PME_NO_MEMORY;
  return pme__coherence_sampler_create(l->samples.state, run->executions, q->options.seed, &run->everyone,
                                       l->samples.arena, &l->sampler);
}

static bool is_kept(const pme__walk_run *run, int r) {
  const pme_program *source = pme_concrete_program(run->program->concrete);
  return pme_program_node(source, run->program->references[r].node)->u.access.kept_loops > 0;
}

/* First samples of what writes of others take: where that is most of the misses, the others need not be known so well.
 * What a compiler keeps in registers is lost less often. */
static pme_status look_at_coherence(request *q, int level, double effort) {
  level_run *l = &q->run->levels[level];
  pme__coherence_goal first = {.half_width = INFINITY, .effort = EFFORT_FOR_COHERENCE * effort};
  pme_status status = create_sampler(q, level);
  if (status == PME_OK)
    status = pme__coherence_sample_level(l->sampler, &first, l->sharing);
  if (status != PME_OK)
    return status;
  for (int r = 0; r < q->run->program->reference_count; r++)
    l->lost[r] = is_kept(q->run, r) ? 0 : l->sharing[r].coherence;
  l->samples.lost = l->lost;
  return PME_OK;
}

/* Adds what the level loses to writes of other instances. */
static pme_status add_coherence(request *q, int level, double effort) {
  level_run *l = &q->run->levels[level];
  pme__coherence_goal goal = coherence_goal(q, level, effort);
  pme_status status = pme__coherence_sample_level(l->sampler, &goal, l->sharing);
  if (status != PME_OK)
    return status;
  l->work_on_coherence = pme__coherence_work(l->sampler);
  add_all_lost(q, level);
  return PME_OK;
}

/* ---- ways that writes of others empty ---- */

/* Whether they may spare misses worth a second look: lines that others have, too, beside lines that are driven out. */
static bool may_spare(const request *q, int level) {
  const level_run *l = &q->run->levels[level];
  double misses = 0, driven_out = 0;
  if (!pme__level_state_is_lru(l->samples.state))
    return false;
  for (int r = 0; r < q->run->program->reference_count; r++) {
    const pme_misses *m = &pme__reference_row(q->inout, q->run->program->references[r].node)->levels[level];
    misses += m->engine == PME_ENGINE_WALK ? m->misses : 0;
    driven_out += m->engine == PME_ENGINE_WALK ? m->self + m->other_threads : 0;
  }
  return driven_out > WORTH_SPARING * misses && pme__coherence_passed_on(l->sampler) > WORTH_SPARING * driven_out;
}

/* The level, were all threads in one cache of it. */
static pme_status create_common(pme__walk_run *run, int level, pme__level_state **out) {
  pme_arena *arena = run->levels[level].samples.arena;
  pme_machine *machine = PME_ARENA_NEW(arena, pme_machine, 1);
  int64_t *no_bases = PME_ARENA_NEW(arena, int64_t, run->program->group_count);
  if (!machine || !no_bases)
    return PME_NO_MEMORY;
  *machine = *run->machine;
  machine->levels[level].shared_by = machine->cores;
  pme_status status = pme__level_state_create(run->program, machine, level, arena, out);
  if (status == PME_OK)
    pme__level_state_place(*out, no_bases);
  return status;
}

static pme_status spare_misses(request *q, int level, pme__walk_estimate *estimates) {
  level_run *l = &q->run->levels[level];
  pme__level_state *common;
  if (!l->heeds_writes) {
    pme_status status = create_common(q->run, level, &common);
    if (status != PME_OK)
      return status;
    pme__level_state_heed_writes(l->samples.state, common);
    l->heeds_writes = true;
  }
  int64_t work;
  pme__walk_spare_misses(&l->samples, estimates, &work);
  l->work_on_coherence += (double)work;
  fill_level(q, level, estimates);
  add_all_lost(q, level);
  return pme__level_state_status(l->samples.state) == PME_NO_MEMORY ? PME_NO_MEMORY : PME_OK;
}

static pme_status begin_level(pme__walk_run *run, int level) {
  pme__level_samples *l = &run->levels[level].samples;
  l->arena = pme_arena_create();
  l->executions = run->executions;
  int64_t *no_bases = l->arena ? PME_ARENA_NEW(l->arena, int64_t, run->program->group_count) : NULL;
  if (!no_bases)
    return PME_NO_MEMORY;
  run->levels[level].no_bases = no_bases;
  return pme__level_state_create(run->program, run->machine, level, l->arena, &l->state);
}

static void end_level(level_run *l) {
  pme_arena_destroy(l->samples.arena);
  *l = (level_run){.work = l->work, .work_on_coherence = l->work_on_coherence};
}

static pme_status answer_level(request *q, int level, double effort, pme_arena *memory) {
  level_run *l = &q->run->levels[level];
  pme__walk_statistics statistics;
  pme__walk_estimate *estimates = PME_ARENA_NEW(memory, pme__walk_estimate, q->run->program->reference_count);
  if (!estimates)
    return PME_NO_MEMORY;
  if (q->options.observer)
    q->options.observer->level = level;
  pme_status status = q->options.coherence ? look_at_coherence(q, level, effort) : PME_OK;
  if (status != PME_OK)
    return status;
  pme__level_state_place(l->samples.state, l->no_bases);
  status = pme__walk_estimate_level(&l->samples, &q->options, effort, estimates, &statistics);
  if (status != PME_OK)
    return status;
  l->work = statistics.work;
  if (q->options.statistics)
    q->options.statistics[level] = statistics;
  q->is_over = !fill_level(q, level, estimates) && q->options.goes_on &&
               !q->options.goes_on(q->options.context, q->inout, level);
  if (q->is_over)
    return PME_OK;
  status = q->options.coherence ? add_coherence(q, level, effort) : PME_OK;
  if (status == PME_OK && q->options.coherence && may_spare(q, level))
    status = spare_misses(q, level, estimates);
  if (status == PME_OK && q->options.observer)
    pme__walk_report(&l->samples);
  return status;
}

static pme_status predict_level(request *q, int level, double effort) {
  level_run *l = &q->run->levels[level];
  pme_arena *memory = pme_arena_create();
  pme_status status = !memory ? PME_NO_MEMORY : l->samples.arena ? PME_OK : begin_level(q->run, level);
  if (status == PME_OK)
    status = answer_level(q, level, effort, memory);
  pme_arena_destroy(memory);
  if (!q->run->is_kept)
    end_level(l);
  return status;
}

/* Accesses in loops that never run: nothing, exactly. */
static void fill_never(const pme__loop_tree *program, pme_prediction *inout) {
  for (int i = 0; i < inout->reference_count; i++) {
    if (program->membership[inout->references[i].node] != PME__TREE_UNREACHED)
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

static pme_status add_assumptions(const pme__loop_tree *program, pme_prediction *inout, pme_arena *arena) {
  const pme_program *source = pme_concrete_program(program->concrete);
  pme_status status = PME_OK;
  if (program->group_count > 0)
    status = assume(inout, arena, PME_ASSUMPTION_BASES_UNKNOWN, PME_NONE,
                    "the addresses of arrays are not known: misses are averaged over their positions");
  for (int id = 0; id < pme_program_node_count(source) && status == PME_OK; id++) {
    if (program->assumes_cyclic[id])
      status = assume(inout, arena, PME_ASSUMPTION_DYNAMIC_AS_CYCLIC, id,
                      "chunks of a dynamic or guided schedule go round the team in turn");
  }
  if (status == PME_OK && program->assumes_barrier)
    status = assume(inout, arena, PME_ASSUMPTION_SCHEDULE, PME_NONE,
                    "threads wait for each other once in every iteration of a loop with nowait loops inside");
  return status;
}

pme_status pme__walk_begin(const pme_concrete *concrete, const pme_machine *machine, pme__walk_run **out) {
  pme_arena *arena = pme_arena_create();
  pme__walk_run *run = arena ? PME_ARENA_NEW(arena, pme__walk_run, 1) : NULL;
  pme_status status = PME_NO_MEMORY;
  if (run) {
    *run = (pme__walk_run){
        .machine = machine, .arena = arena, .everyone = {.arena = arena, .keeps_levels = true}, .is_kept = true};
    status = pme__loop_tree_create(concrete, arena, &run->program);
  }
  if (status == PME_OK)
    status = count_executions(run);
  if (status == PME_OK)
    *out = run;
  else
    pme_arena_destroy(arena);
  return status;
}

void pme__walk_end(pme__walk_run *run) {
  if (!run)
    return;
  for (int l = 0; l < PME_MAX_LEVELS; l++)
    end_level(&run->levels[l]);
  pme_arena_destroy(run->arena);
}

pme_status pme__walk_go_on(pme__walk_run *run, const pme__walk_options *options, pme_arena *arena,
                           pme_prediction *inout) {
  request q = {.run = run, .options = filled(options), .inout = inout};
  pme_status status = PME_OK;
  double left = q.options.effort_nanoseconds - (double)run->counting;
  inout->effort = (double)run->counting;
  for (int l = 0; l < run->machine->level_count && status == PME_OK && !q.is_over; l++) {
    status = predict_level(&q, l, left / (run->machine->level_count - l));
    left -= (double)run->levels[l].work;
    inout->effort += (double)run->levels[l].work + run->levels[l].work_on_coherence;
  }
  if (status != PME_OK)
    return status;
  fill_never(run->program, inout);
  return add_assumptions(run->program, inout, arena);
}

pme_status pme__walk_predict(const pme_concrete *concrete, const pme_machine *machine, const pme__walk_options *options,
                             pme_arena *arena, pme_prediction *inout, pme_error *error) {
  pme__walk_run *run = NULL;
  pme_status status = pme__walk_begin(concrete, machine, &run);
  if (status == PME_OK) {
    run->is_kept = run->everyone.keeps_levels = false;
    status = pme__walk_go_on(run, options, arena, inout);
  }
  pme__walk_end(run);
  return status == PME_OK ? PME_OK : pme_error_set(error, status, 0, 0, "%s", pme_status_text(status));
}
