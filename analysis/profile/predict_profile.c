/* Says what a profile comes to on a machine: one prediction for each function, as the model has them, so that reports
 * are written once. */
#include <math.h>
#include <string.h>

#include "predict_as.h"

typedef struct builder {
  const pme_profile *profile;
  const pme_machine *machine;
  const pme_team_question *team; /* NULL: that of the run */
  pme_arena *arena;
  pme_profile_answer *answer;
  int *loop_nodes;      /* node of each loop of the profile, PME_NONE */
  int *reference_nodes; /* of each reference */
} builder;

/* ---- what was run ---- */

static pme_status add_loop(builder *b, int index) {
  const pme_profile_loop *l = pme_profile_loop_at(b->profile, index);
  pme_subject_loop loop = {.variable = l->variable ? l->variable : "?",
                           .parallel = l->parallel,
                           .schedule = l->schedule,
                           .chunk = l->chunk > 0 ? l->chunk : 0,
                           .threads = l->threads > 0 ? l->threads : 0,
                           .collapse = 1};
  if (b->team && l->parallel)
    loop.threads = b->team->threads;
  if (b->team && l->parallel && b->team->has_schedule) {
    loop.schedule = b->team->schedule;
    loop.chunk = b->team->chunk;
  }
  int parent = l->parent == PME_NONE ? PME_NONE : b->loop_nodes[l->parent];
  pme_status status = pme_subject_add_loop(b->answer->subject, b->arena, parent, &loop, &b->loop_nodes[index]);
  if (status == PME_OK)
    pme_subject_set_place(b->answer->subject, b->loop_nodes[index], l->place);
  return status;
}

static pme_status add_reference(builder *b, int index) {
  const pme_profile_reference *r = pme_profile_reference_at(b->profile, index);
  const pme_profile_block *block = pme_profile_block_at(b->profile, r->block);
  int parent = block->loop == PME_NONE ? PME_NONE : b->loop_nodes[block->loop];
  pme_status status = pme_subject_add_access(b->answer->subject, parent, r->array ? r->array : "?", r->is_write,
                                             &b->reference_nodes[index]);
  if (status == PME_OK)
    pme_subject_set_place(b->answer->subject, b->reference_nodes[index], r->place);
  return status;
}

static bool is_own_loop(const builder *b, int loop) {
  return pme_profile_loop_at(b->profile, loop)->function == b->answer->function;
}

static bool is_own_reference(const builder *b, int reference) {
  int block = pme_profile_reference_at(b->profile, reference)->block;
  return pme_profile_block_at(b->profile, block)->function == b->answer->function;
}

/* Loops and references of the function. */
static int count_nodes(const builder *b) {
  int count = 0;
  for (int i = 0; i < pme_profile_loop_count(b->profile); i++)
    count += is_own_loop(b, i);
  for (int i = 0; i < pme_profile_reference_count(b->profile); i++)
    count += is_own_reference(b, i);
  return count;
}

static pme_status add_all(builder *b) {
  pme_status status = PME_OK;
  for (int i = 0; i < pme_profile_loop_count(b->profile) && !status; i++)
    if (is_own_loop(b, i))
      status = add_loop(b, i);
  for (int i = 0; i < pme_profile_reference_count(b->profile) && !status; i++)
    if (is_own_reference(b, i))
      status = add_reference(b, i);
  return status;
}

/* A worksharing loop in another one would have one thread. That of a run is a loop of tasks, which all threads of the
 * region run. */
static void settle_tasks(pme_subject *subject) {
  for (int id = 0; id < subject->node_count; id++) {
    pme_subject_node *node = &subject->nodes[id],
                     *around = node->parent == PME_NONE ? NULL : &subject->nodes[node->parent];
    if (node->kind == PME_NODE_LOOP && around && around->u.loop.threads > node->u.loop.threads)
      node->u.loop.threads = around->u.loop.threads;
  }
}

static pme_status build_subject(builder *b) {
  const pme_profile_function *f = pme_profile_function_at(b->profile, b->answer->function);
  pme_subject *subject = b->answer->subject = pme_subject_create(b->arena, count_nodes(b));
  if (!subject)
    return PME_NO_MEMORY;
  subject->function = f->name;
  subject->file = f->file ? f->file : "";
  subject->line = f->line;
  pme_status status = add_all(b);
  int threads = b->team ? b->team->threads : pme_profile_options_of(b->profile)->threads;
  status = status ? status : pme_subject_settle_teams(subject, b->arena, threads);
  settle_tasks(subject);
  return status;
}

/* ---- the numbers ---- */

static int thing_of_node(const int *nodes, int count, int node) {
  for (int i = 0; i < count; i++)
    if (nodes[i] == node)
      return i;
  return PME_NONE;
}

/* The team of the outermost parallel loop around a reference, else 1. */
static int team_of(const pme_profile *p, int loop) {
  int threads = 1;
  for (; loop != PME_NONE; loop = pme_profile_loop_at(p, loop)->parent)
    if (pme_profile_loop_at(p, loop)->parallel)
      threads = pme_profile_loop_at(p, loop)->threads;
  return threads;
}

static pme_status add_reason(builder *b, pme_reason_code code, int node, const char *text) {
  pme_reason reason = {.code = code, .node = node, .text = text, .hint = ""};
  return pme_prediction_add_reason(b->answer->prediction, b->arena, &reason);
}

/* Levels with another line size are not answered, and said so once. */
static pme_status check_line_sizes(builder *b) {
  int line_bytes = pme_profile_options_of(b->profile)->line_bytes;
  for (int l = 0; l < b->machine->level_count; l++)
    if (b->machine->levels[l].line_bytes != line_bytes)
      return add_reason(b, PME_REASON_PROFILE_LINE_SIZE, PME_NONE, b->machine->levels[l].name);
  return PME_OK;
}

/* A cache of as many ways or more, whose sets are parts of those of the other one, has all lines that that one has. */
static bool has_all_of(const pme_cache_level *level, const pme_cache_level *other) {
  return level->line_bytes == other->line_bytes && level->associativity >= other->associativity &&
         pme_cache_sets(level) % pme_cache_sets(other) == 0;
}

static void limit(pme_misses *m, const pme_misses *most) {
  m->high = fmin(m->high, most->high);
  m->misses = fmin(m->misses, most->misses);
  m->low = fmin(m->low, m->misses);
  m->cold = fmin(m->cold, m->misses);
  m->self = m->misses - m->cold;
}

/* References are drawn for each level by itself, and what they say of its sets may be more misses than a smaller cache
 * has. Levels that threads share see other references. */
static void put_in_order(const pme_machine *machine, pme_misses *levels) {
  for (int l = 1; l < machine->level_count; l++)
    for (int other = 0; other < l; other++)
      if (levels[l].precision == PME_PRECISION_ESTIMATE && levels[other].precision != PME_PRECISION_BOUND &&
          has_all_of(&machine->levels[l], &machine->levels[other]))
        limit(&levels[l], &levels[other]);
}

static pme_status fill_reference(builder *b, int row, bool *answered) {
  pme_reference_prediction *r = &b->answer->prediction->references[row];
  pme_profile_part part = PME_PROFILE_WHOLE;
  part.reference = thing_of_node(b->reference_nodes, pme_profile_reference_count(b->profile), r->node);
  int block = pme_profile_reference_at(b->profile, part.reference)->block;
  int team = team_of(b->profile, pme_profile_block_at(b->profile, block)->loop);
  r->modelled = true;
  for (int l = 0; l < b->machine->level_count; l++) {
    bool has_level;
    pme_status status = pme_profile_misses(b->profile, &(pme_profile_question){&part, b->machine, l, team}, &has_level,
                                           &r->levels[l], &b->answer->references[row][l]);
    if (status)
      return status;
    r->modelled = r->modelled && has_level;
  }
  if (r->modelled)
    put_in_order(b->machine, r->levels);
  *answered = r->levels[0].accesses > 0;
  return PME_OK;
}

static pme_status fill_counts(builder *b, const pme_profile_part *part, int team, pme_profile_counts *counts) {
  for (int l = 0; l < b->machine->level_count; l++) {
    bool has_level;
    pme_status status = pme_profile_misses(b->profile, &(pme_profile_question){part, b->machine, l, team}, &has_level,
                                           NULL, &counts[l]);
    if (status)
      return status;
  }
  return PME_OK;
}

/* Where several threads ran the loop: what the one with most accesses had more than the mean. */
static pme_status measure_imbalance(const builder *b, const pme_profile_part *loop, double *imbalance) {
  int threads = pme_profile_loop_at(b->profile, loop->loop)->threads;
  double busiest = 0, sum = 0;
  pme_status status = PME_OK;
  for (int t = 0; t < threads && threads > 1 && status == PME_OK; t++) {
    pme_profile_part part = *loop;
    double accesses = 0;
    part.thread = t;
    status = pme_profile_sum(b->profile, &part, NULL, &accesses);
    busiest = accesses > busiest ? accesses : busiest;
    sum += accesses;
  }
  *imbalance = sum > 0 ? busiest * threads / sum : 1;
  return status;
}

static pme_status fill_loop(builder *b, int row) {
  pme_loop_prediction *out = &b->answer->prediction->loops[row];
  pme_profile_part part = PME_PROFILE_WHOLE;
  part.loop = thing_of_node(b->loop_nodes, pme_profile_loop_count(b->profile), out->node);
  const pme_profile_loop *l = pme_profile_loop_at(b->profile, part.loop);
  out->executions = l->executions;
  out->trip_count = l->executions > 0 ? l->iterations / l->executions : -1;
  if (l->executions <= 0)
    return add_reason(b, PME_REASON_NOT_EXECUTED, out->node, "");
  pme_status status = fill_counts(b, &part, team_of(b->profile, part.loop), b->answer->loops[row]);
  return status == PME_OK && l->parallel ? measure_imbalance(b, &part, &b->answer->imbalance[row]) : status;
}

static pme_status fill_numbers(builder *b) {
  pme_profile_answer *a = b->answer;
  pme_profile_part part = PME_PROFILE_WHOLE;
  part.function = a->function;
  pme_status status = check_line_sizes(b);
  for (int i = 0; i < a->prediction->reference_count && !status; i++) {
    bool answered;
    status = fill_reference(b, i, &answered);
  }
  for (int i = 0; i < a->prediction->loop_count && !status; i++)
    status = fill_loop(b, i);
  if (!status)
    status = fill_counts(b, &part, pme_profile_options_of(b->profile)->threads, a->totals);
  if (!status)
    pme_prediction_sum(a->prediction);
  return status;
}

/* ---- all functions ---- */

static pme_status answer_function(builder *b, int index, pme_profile_answers *answers, pme_error *error) {
  pme_profile_answer *a = b->answer = &answers->items[index];
  a->function = index;
  answers->count = index + 1;
  memset(b->loop_nodes, 0xff, sizeof(int) * (size_t)pme_profile_loop_count(b->profile));
  memset(b->reference_nodes, 0xff, sizeof(int) * (size_t)pme_profile_reference_count(b->profile));
  pme_status status = build_subject(b);
  if (!status)
    status = pme_prediction_create_measured(a->subject, b->machine, b->arena, &a->prediction, error);
  if (status)
    return status;
  size_t references = (size_t)a->prediction->reference_count, loops = (size_t)a->prediction->loop_count;
  a->references =
      (pme_profile_counts(*)[PME_MAX_LEVELS])pme_arena_allocate(b->arena, references, sizeof *a->references);
  a->loops = (pme_profile_counts(*)[PME_MAX_LEVELS])pme_arena_allocate(b->arena, loops, sizeof *a->loops);
  a->imbalance = PME_ARENA_NEW(b->arena, double, loops + 1);
  for (size_t l = 0; a->imbalance && l < loops; l++)
    a->imbalance[l] = 1;
  return a->references && a->loops && a->imbalance ? fill_numbers(b) : PME_NO_MEMORY;
}

static pme_status answer_all(builder *b, pme_profile_answers *answers, pme_error *error) {
  int count = pme_profile_function_count(b->profile);
  answers->items = PME_ARENA_NEW(b->arena, pme_profile_answer, count);
  b->loop_nodes = PME_ARENA_NEW(b->arena, int, pme_profile_loop_count(b->profile));
  b->reference_nodes = PME_ARENA_NEW(b->arena, int, pme_profile_reference_count(b->profile));
  pme_status status = answers->items && b->loop_nodes && b->reference_nodes ? PME_OK : PME_NO_MEMORY;
  for (int i = 0; i < count && !status; i++)
    status = answer_function(b, i, answers, error);
  return status;
}

pme_status pme_profile_predict(const pme_profile *profile, const pme_machine *machine, pme_profile_answers **out,
                               pme_error *error) {
  return pme__profile_predict_as(profile, machine, NULL, out, error);
}

pme_status pme__profile_predict_as(const pme_profile *profile, const pme_machine *machine,
                                   const pme_team_question *team, pme_profile_answers **out, pme_error *error) {
  pme_arena *arena = pme_arena_create();
  pme_profile_answers *answers = arena ? PME_ARENA_NEW(arena, pme_profile_answers, 1) : NULL;
  pme_status status = PME_NO_MEMORY;
  if (answers) {
    builder b = {.profile = profile, .machine = machine, .team = team, .arena = arena};
    answers->arena = arena;
    status = answer_all(&b, answers, error);
  }
  if (!status) {
    *out = answers;
    return PME_OK;
  }
  if (answers)
    pme_profile_answers_destroy(answers);
  else
    pme_arena_destroy(arena);
  return pme_error_set(error, status, 0, 0, "the profile cannot be evaluated: %s", pme_status_text(status));
}

void pme_profile_answers_destroy(pme_profile_answers *answers) {
  if (answers)
    pme_arena_destroy(answers->arena);
}
