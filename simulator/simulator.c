/* pme_simulate: options, draws of the bases, and the prediction that comes out. */
#include "simulator.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "coherence.h"
#include "execution.h"
#include "random.h"
#include "team.h"

typedef struct simulation {
  pme_simulate_options options;
  pme_arena *arena; /* of the simulation itself */
  sim_plan *plan;
  sim_placement *placement;
  sim_stream stream;
  bool stream_exists;
  sim_execution execution;
  int draws;
  /* Per level and reference (the last one: all together): misses before this draw, and the sum of squares over draws.
   */
  double *before, *squares;
  pme_error *error;
} simulation;

static pme_status no_memory(pme_error *error) { return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory"); }

/* ---- preparation ---- */

static pme_status check_options(simulation *s, const pme_simulate_options *options) {
  if (options)
    s->options = *options;
  const pme_simulate_options *o = &s->options;
  if (o->random_bases < 0 || o->random_bases > PME_SIMULATE_MAX_DRAWS)
    return pme_error_set(s->error, PME_BAD_ARGUMENT, 0, 0, "the number of random bases must be 0 to %d",
                         PME_SIMULATE_MAX_DRAWS);
  if (o->interleave < PME_INTERLEAVE_LOCKSTEP || o->interleave > PME_INTERLEAVE_DRIFT)
    return pme_error_set(s->error, PME_BAD_ARGUMENT, 0, 0, "unknown interleaving");
  if (o->levels < PME_LEVELS_DIRECT || o->levels > PME_LEVELS_FILTERED)
    return pme_error_set(s->error, PME_BAD_ARGUMENT, 0, 0, "unknown treatment of levels");
  if (s->options.max_accesses == 0)
    s->options.max_accesses = PME_SIMULATE_DEFAULT_ACCESSES;
  if (s->options.max_accesses > INT64_MAX / 2)
    s->options.max_accesses = INT64_MAX / 2;
  if (s->options.max_memory_bytes == 0)
    s->options.max_memory_bytes = PME_SIMULATE_DEFAULT_MEMORY_BYTES;
  s->draws = o->random_bases ? o->random_bases : 1;
  return PME_OK;
}

/* The team sizes that occur, 1 (serial code) first; each once. */
static int *team_sizes(const simulation *s, int *count) {
  int *sizes = PME_ARENA_NEW(s->arena, int, s->plan->node_count + 1);
  if (!sizes)
    return NULL;
  sizes[0] = *count = 1;
  for (int n = 0; n < s->plan->node_count; n++) {
    int threads = s->plan->nodes[n].kind == SIM_REGION ? s->plan->nodes[n].threads : 1;
    int at = 0;
    while (at < *count && sizes[at] != threads)
      at++;
    if (at == *count)
      sizes[(*count)++] = threads;
  }
  return sizes;
}

/* Per reference: is it a write? Behind them what is read of page tables, which none is. */
static bool *list_writes(const simulation *s) {
  bool *writes = PME_ARENA_NEW(s->arena, bool, (size_t)2 * (size_t)s->plan->access_count);
  for (int a = 0; writes && a < s->plan->access_count; a++)
    writes[a] = s->plan->accesses[a].is_write;
  return writes;
}

static pme_status create_stream(simulation *s, const pme_machine *machine) {
  int count;
  if (machine->page_walks_read && s->plan->access_count > PME_SIMULATE_MAX_REFERENCES / 2)
    return pme_error_set(s->error, PME_UNSUPPORTED, 0, 0, "too many references for a machine with page walks");
  int *sizes = team_sizes(s, &count);
  bool *writes = list_writes(s);
  if (!sizes || !writes)
    return no_memory(s->error);
  const sim_stream_shape shape = {.machine = machine,
                                  .filtered = s->options.levels == PME_LEVELS_FILTERED,
                                  .team_sizes = sizes,
                                  .team_size_count = count,
                                  .references = s->plan->access_count,
                                  .seed = s->options.seed,
                                  .limit_bytes = s->options.max_memory_bytes};
  pme_status status = pme__sim_stream_create(&s->stream, &shape, s->error);
  s->stream_exists = status == PME_OK;
  for (int l = 0; s->stream_exists && l < s->stream.level_count; l++)
    s->stream.levels[l].writes = writes;
  if (s->stream_exists && (s->options.traffic || pme_machine_has_hierarchy(machine)))
    status = pme__sim_stream_make_hierarchy(&s->stream, &shape, writes, s->options.coherence, s->error);
  else if (s->stream_exists && s->options.coherence)
    status = pme__sim_coherence_enable(&s->stream, writes, 2 * s->plan->access_count, s->error);
  return status;
}

static pme_status create_execution(simulation *s) {
  sim_execution *e = &s->execution;
  *e = (sim_execution){.plan = s->plan,
                       .placement = s->placement,
                       .options = &s->options,
                       .stream = &s->stream,
                       .limit = s->options.max_accesses,
                       .random = s->options.seed,
                       .error = s->error};
  size_t cells = (size_t)PME_MAX_LEVELS * ((size_t)s->plan->access_count + 1);
  e->access_counts = PME_ARENA_NEW(s->arena, uint64_t, s->plan->access_count);
  e->loop_counts = PME_ARENA_NEW(s->arena, sim_loop_count, s->plan->node_count);
  s->before = PME_ARENA_NEW(s->arena, double, cells);
  s->squares = PME_ARENA_NEW(s->arena, double, cells);
  e->team = pme__sim_team_create(e, s->plan->most_threads);
  e->serial.execution = e;
  bool run = pme__sim_run_create(&e->serial.run, s->plan->longest_run);
  return e->access_counts && e->loop_counts && s->before && s->squares && e->team && run ? PME_OK : no_memory(s->error);
}

static pme_status prepare(simulation *s, const pme_concrete *concrete, const pme_machine *machine) {
  s->arena = pme_arena_create();
  if (!s->arena)
    return no_memory(s->error);
  pme_status status = pme__sim_plan_create(concrete, s->arena, &s->plan, s->error);
  if (status == PME_OK && pme__sim_placement_create(s->plan, s->arena, &s->placement) != PME_OK)
    status = no_memory(s->error);
  if (status == PME_OK)
    status = create_stream(s, machine);
  if (status == PME_OK)
    status = create_execution(s);
  return status;
}

static void clean_up(simulation *s) {
  if (s->stream_exists)
    pme__sim_stream_destroy(&s->stream);
  pme__sim_team_destroy(s->execution.team);
  pme__sim_run_destroy(&s->execution.serial.run);
  pme_arena_destroy(s->arena);
}

/* ---- draws ---- */

static double misses_of(const sim_counts *counts) {
  return (double)counts->cold + (double)counts->self + (double)counts->other_threads + (double)counts->coherence;
}

/* Counts of page-table entries that were read for a reference; NULL: the machine reads none. */
static const sim_counts *walk_counts(const simulation *s, int level, int reference) {
  return s->stream.pages.walks ? &s->stream.levels[level].counts[reference + s->plan->access_count] : NULL;
}

static double walks_of(const simulation *s, int level, int reference) {
  const sim_counts *counts = walk_counts(s, level, reference);
  return counts ? misses_of(counts) : 0;
}

/* Adds the squares of what this draw brought. */
static void note_draw(simulation *s) {
  int references = s->plan->access_count;
  for (int l = 0; l < s->stream.level_count; l++) {
    double *before = s->before + (size_t)l * ((size_t)references + 1);
    double *squares = s->squares + (size_t)l * ((size_t)references + 1);
    double total = 0;
    for (int r = 0; r <= references; r++) {
      double now = r < references ? misses_of(&s->stream.levels[l].counts[r]) + walks_of(s, l, r) : total;
      total += now;
      squares[r] += (now - before[r]) * (now - before[r]);
      before[r] = now;
    }
  }
}

static pme_status out_of_memory(const simulation *s) {
  if (s->stream.memory.limit_reached)
    return pme_error_set(s->error, PME_OVER_BUDGET, 0, 0,
                         "the simulation stopped at its memory limit of %" PRIu64 " bytes: too many lines are touched",
                         s->options.max_memory_bytes);
  return no_memory(s->error);
}

static pme_status run_draws(simulation *s) {
  uint64_t random = s->options.seed ^ UINT64_C(0x62617365); /* apart from the interleaving's numbers */
  for (int draw = 0; draw < s->draws; draw++) {
    pme__sim_placement_set(s->placement, s->plan, s->options.random_bases ? &random : NULL);
    pme__sim_stream_reset(&s->stream);
    pme_status status = pme__sim_execute(&s->execution);
    if (status == PME_NO_MEMORY)
      return out_of_memory(s);
    if (status != PME_OK)
      return status;
    if (s->stream.has_hierarchy)
      pme__sim_hierarchy_end(&s->stream.hierarchy);
    note_draw(s);
  }
  return PME_OK;
}

/* ---- the prediction ---- */

/* 97.5% quantile of Student's t; the tail is 1.96 + 2.4 / degrees, right to 0.01 from 10 degrees on. */
static double student_quantile(int degrees) {
  static const double table[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262};
  int known = (int)(sizeof table / sizeof *table);
  return degrees <= known ? table[degrees - 1] : 1.96 + 2.4 / degrees;
}

/* low and high around the mean, from the sum of squares over the draws. */
static void set_interval(const simulation *s, pme_misses *out, double squares) {
  out->engine = PME_ENGINE_SIMULATOR;
  out->precision = PME_PRECISION_EXACT;
  out->low = out->high = out->misses;
  if (s->draws == 1)
    return;
  double variance = (squares - s->draws * out->misses * out->misses) / (s->draws - 1);
  double half = student_quantile(s->draws - 1) * sqrt(variance > 0 ? variance / s->draws : 0);
  out->precision = PME_PRECISION_ESTIMATE;
  out->low = out->misses > half ? out->misses - half : 0;
  out->high = out->misses + half;
}

/* What is read of page tables misses on behalf of the access. */
static void add_walks(const simulation *s, int level, int reference, pme_misses *out) {
  const sim_counts *counts = walk_counts(s, level, reference);
  if (!counts)
    return;
  out->cold += (double)counts->cold / s->draws;
  out->self += (double)counts->self / s->draws;
  out->other_threads += (double)counts->other_threads / s->draws;
  out->coherence += (double)counts->coherence / s->draws;
  out->page_walks = misses_of(counts) / s->draws;
  out->misses += out->page_walks;
}

static void add_traffic(const simulation *s, const sim_traffic *traffic, pme_misses *out) {
  out->fills += (double)traffic->fills / s->draws;
  out->write_backs += (double)traffic->write_backs / s->draws;
  out->clean_outs += (double)traffic->clean_outs / s->draws;
  out->left += (double)traffic->left / s->draws;
  out->prefetches += (double)traffic->prefetches / s->draws;
}

static void fill_traffic(const simulation *s, int level, int reference, pme_misses *out) {
  const sim_stream *stream = &s->stream;
  if (!stream->has_hierarchy)
    return;
  const sim_traffic *traffic = stream->hierarchy.levels[level].traffic;
  add_traffic(s, &traffic[reference], out);
  if (stream->pages.walks)
    add_traffic(s, &traffic[reference + s->plan->access_count], out);
}

static void fill_reference(const simulation *s, int reference, pme_reference_prediction *row) {
  for (int l = 0; l < s->stream.level_count; l++) {
    const sim_level *level = &s->stream.levels[l];
    const sim_counts *counts = &level->counts[reference];
    pme_misses *out = &row->levels[l];
    uint64_t accesses = level->count_accesses ? counts->accesses : s->execution.access_counts[reference];
    out->accesses = (double)accesses / s->draws;
    out->cold = (double)counts->cold / s->draws;
    out->self = (double)counts->self / s->draws;
    out->other_threads = (double)counts->other_threads / s->draws;
    out->coherence = (double)counts->coherence / s->draws;
    out->false_sharing = (double)counts->false_sharing / s->draws;
    out->misses = misses_of(counts) / s->draws;
    add_walks(s, l, reference, out);
    fill_traffic(s, l, reference, out);
    set_interval(s, out, s->squares[(size_t)l * ((size_t)s->plan->access_count + 1) + (size_t)reference]);
  }
}

static void fill_references(const simulation *s, pme_prediction *prediction, int *reference_of) {
  for (int a = 0; a < s->plan->access_count; a++)
    reference_of[s->plan->accesses[a].node] = a + 1;
  for (int r = 0; r < prediction->reference_count; r++) {
    pme_reference_prediction *row = &prediction->references[r];
    if (reference_of[row->node] > 0)
      fill_reference(s, reference_of[row->node] - 1, row);
    for (int l = 0; row->modelled && l < prediction->level_count; l++)
      row->levels[l].engine = PME_ENGINE_SIMULATOR;
  }
}

static void fill_loops(const simulation *s, pme_prediction *prediction, int *plan_node_of) {
  for (int n = 0; n < s->plan->node_count; n++) {
    const sim_node *node = &s->plan->nodes[n];
    if (node->kind == SIM_LOOP || node->kind == SIM_SHARED)
      plan_node_of[node->source] = n + 1;
  }
  for (int i = 0; i < prediction->loop_count; i++) {
    pme_loop_prediction *row = &prediction->loops[i];
    if (plan_node_of[row->node] == 0)
      continue;
    const sim_loop_count *count = &s->execution.loop_counts[plan_node_of[row->node] - 1];
    row->executions = count->executions / s->draws;
    row->trip_count = count->executions > 0 ? count->iterations / count->executions : 0;
  }
}

/* The interval of the total is that of the draws' totals, not the sum of the references' intervals. */
static void fill_totals(const simulation *s, pme_prediction *prediction) {
  for (int l = 0; l < s->stream.level_count; l++) {
    size_t cell = (size_t)l * ((size_t)s->plan->access_count + 1) + (size_t)s->plan->access_count;
    set_interval(s, &prediction->levels[l], s->squares[cell]);
  }
}

static pme_status assume_placement(const simulation *s, pme_prediction *prediction, pme_arena *arena) {
  if (!s->placement->guessed)
    return PME_OK;
  char text[160];
  if (s->options.random_bases)
    snprintf(text, sizeof text, "mean over %d random draws of the bases that are not given", s->draws);
  else
    snprintf(text, sizeof text, "arrays without a base stand one after another in the order of declaration");
  pme_assumption assumption = {.code = PME_ASSUMPTION_BASES_UNKNOWN, .node = PME_NONE, .text = text};
  return pme_prediction_add_assumption(prediction, arena, &assumption);
}

static pme_status fill(const simulation *s, const pme_concrete *concrete, const pme_machine *machine, pme_arena *arena,
                       pme_prediction **out) {
  pme_prediction *prediction;
  pme_status status = pme_prediction_create(concrete, machine, arena, &prediction, s->error);
  if (status != PME_OK)
    return status;
  pme_prediction_obeys_policies(prediction);
  pme_prediction_obeys_hierarchy(prediction);
  pme_prediction_obeys_prefetchers(prediction);
  prediction->has_traffic = s->stream.has_hierarchy;
  int nodes = pme_program_node_count(pme_concrete_program(concrete));
  int *reference_of = PME_ARENA_NEW(s->arena, int, nodes);
  int *plan_node_of = PME_ARENA_NEW(s->arena, int, nodes);
  if (!reference_of || !plan_node_of || assume_placement(s, prediction, arena) != PME_OK)
    return no_memory(s->error);
  fill_references(s, prediction, reference_of);
  fill_loops(s, prediction, plan_node_of);
  pme_prediction_sum(prediction);
  fill_totals(s, prediction);
  *out = prediction;
  return PME_OK;
}

pme_status pme_simulate(const pme_concrete *concrete, const pme_machine *machine, const pme_simulate_options *options,
                        pme_arena *arena, pme_prediction **out, pme_error *error) {
  simulation s = {.error = error};
  pme_status status = check_options(&s, options);
  if (status == PME_OK)
    status = prepare(&s, concrete, machine);
  if (status == PME_OK)
    status = run_draws(&s);
  if (status == PME_OK)
    status = fill(&s, concrete, machine, arena, out);
  clean_up(&s);
  return status;
}
