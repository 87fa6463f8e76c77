/* A profile as predictions: one program, concrete and prediction for each function, so that reports are written once.
 */
#include <math.h>
#include <string.h>

#include "pmecache/profile_answer.h"

typedef struct builder {
  const pme_profile *profile;
  const pme_machine *machine;
  pme_arena *arena;
  pme_profile_answer *answer;
  int *loop_nodes;      /* node of each loop of the profile, PME_NONE */
  int *reference_nodes; /* of each reference */
} builder;

/* What a damaged profile may say must fit 64 bits. */
static const double most_trips = 1e15;

/* ---- the program ---- */

static void add_loop(builder *b, int index) {
  const pme_profile_loop *l = pme_profile_loop_at(b->profile, index);
  pme_program *program = b->answer->program;
  double trips = l->executions > 0 ? fmin(floor(l->iterations / l->executions + 0.5), most_trips) : 0;
  pme_expr first = pme_expr_constant(program, 0), last = pme_expr_constant(program, (int64_t)trips - 1);
  pme_loop loop = {.variable = l->variable ? l->variable : "?",
                   .first_count = 1,
                   .last_count = 1,
                   .firsts = &first,
                   .lasts = &last,
                   .step = pme_expr_constant(program, 1),
                   .parallel = l->parallel,
                   .schedule = l->schedule,
                   .chunk = l->parallel && l->chunk > 0 ? pme_expr_constant(program, l->chunk) : PME_NONE,
                   .threads = l->parallel && l->threads > 0 ? pme_expr_constant(program, l->threads) : PME_NONE,
                   .collapse = 1};
  int parent = l->parent == PME_NONE ? PME_NONE : b->loop_nodes[l->parent];
  b->loop_nodes[index] = pme_program_add_loop(program, parent, &loop, l->place);
}

static int array_of(builder *b, const char *name, int element_bytes) {
  pme_program *program = b->answer->program;
  for (int i = 0; i < pme_program_array_count(program); i++)
    if (!strcmp(pme_program_array(program, i)->name, name))
      return i;
  pme_array array = {
      .name = name, .element_bytes = element_bytes > 0 ? element_bytes : 1, .alignment_bytes = 1, .group = PME_NONE};
  return pme_program_add_array(program, &array);
}

static void add_reference(builder *b, int index) {
  const pme_profile_reference *r = pme_profile_reference_at(b->profile, index);
  const pme_profile_block *block = pme_profile_block_at(b->profile, r->block);
  pme_program *program = b->answer->program;
  pme_access access = {.array = array_of(b, r->array ? r->array : "?", r->size_bytes),
                       .offset_bytes = pme_expr_constant(program, 0),
                       .size_bytes = r->size_bytes > 0 ? r->size_bytes : 1,
                       .is_write = r->is_write};
  int parent = block->loop == PME_NONE ? PME_NONE : b->loop_nodes[block->loop];
  b->reference_nodes[index] = pme_program_add_access(program, parent, &access, r->place);
}

static pme_status build_program(builder *b) {
  const pme_profile_function *f = pme_profile_function_at(b->profile, b->answer->function);
  pme_program *program = b->answer->program = pme_program_create();
  if (!program)
    return PME_NO_MEMORY;
  pme_program_set_function(program, f->name, f->file ? f->file : "", f->line);
  for (int i = 0; i < pme_profile_loop_count(b->profile); i++)
    if (pme_profile_loop_at(b->profile, i)->function == b->answer->function)
      add_loop(b, i);
  for (int i = 0; i < pme_profile_reference_count(b->profile); i++)
    if (pme_profile_block_at(b->profile, pme_profile_reference_at(b->profile, i)->block)->function ==
        b->answer->function)
      add_reference(b, i);
  return pme_program_status(program);
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

static pme_status fill_loop(builder *b, int row) {
  pme_loop_prediction *out = &b->answer->prediction->loops[row];
  pme_profile_part part = PME_PROFILE_WHOLE;
  part.loop = thing_of_node(b->loop_nodes, pme_profile_loop_count(b->profile), out->node);
  const pme_profile_loop *l = pme_profile_loop_at(b->profile, part.loop);
  out->executions = l->executions;
  out->trip_count = l->executions > 0 ? l->iterations / l->executions : -1;
  if (l->executions <= 0)
    return add_reason(b, PME_REASON_NOT_EXECUTED, out->node, "");
  return fill_counts(b, &part, team_of(b->profile, part.loop), b->answer->loops[row]);
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
  pme_what_if what_if = {.default_threads = pme_profile_options_of(b->profile)->threads};
  pme_status status = build_program(b);
  if (!status)
    status = pme_concrete_create(a->program, &what_if, &a->concrete, error);
  if (!status)
    status = pme_prediction_create(a->concrete, b->machine, b->arena, &a->prediction, error);
  if (status)
    return status;
  size_t references = (size_t)a->prediction->reference_count, loops = (size_t)a->prediction->loop_count;
  a->references =
      (pme_profile_counts(*)[PME_MAX_LEVELS])pme_arena_allocate(b->arena, references, sizeof *a->references);
  a->loops = (pme_profile_counts(*)[PME_MAX_LEVELS])pme_arena_allocate(b->arena, loops, sizeof *a->loops);
  return a->references && a->loops ? fill_numbers(b) : PME_NO_MEMORY;
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
  pme_arena *arena = pme_arena_create();
  pme_profile_answers *answers = arena ? PME_ARENA_NEW(arena, pme_profile_answers, 1) : NULL;
  pme_status status = PME_NO_MEMORY;
  if (answers) {
    builder b = {.profile = profile, .machine = machine, .arena = arena};
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
  if (!answers)
    return;
  for (int i = 0; i < answers->count; i++) {
    pme_concrete_destroy(answers->items[i].concrete);
    pme_program_destroy(answers->items[i].program);
  }
  pme_arena_destroy(answers->arena);
}
