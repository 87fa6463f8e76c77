/* pme_predict_other_choices: loops that do not run with the choices of others. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "analysis/core/tree.h"
#include "pmecache/choices.h"
#include "symbols/expressions.h"
#include "unknown_sizes.h"

/* Predictions beside that of all loops. */
enum { MOST_OTHERS = 3 };

typedef struct others {
  const pme_choices_question *question;
  const pme_program *program;
  pme__unknown_symbols unknown;
  pme_arena *arena;
  pme_prediction *out;
} others;

static bool is_idle(const pme_loop_prediction *row) { return row->status == PME_LOOP_MODELLED && row->executions == 0; }

static bool is_idle_parallel_loop(const others *o, const pme_loop_prediction *row) {
  return is_idle(row) && pme_program_node(o->program, row->node)->u.loop.parallel;
}

static bool has_idle_loop(const others *o) {
  bool has = false;
  for (int i = 0; i < o->out->loop_count; i++)
    has = has || is_idle_parallel_loop(o, &o->out->loops[i]);
  return has;
}

/* What was taken, and after it, which wins, what the loop asks for itself. */
static bool bind(others *o, int loop, const pme_what_if *taken, pme_what_if *out) {
  const pme_binding *own = pme__own_choices(o->program, loop, &o->unknown, o->arena);
  const bool *asked = pme__symbols_of_loop(o->program, loop, o->arena);
  int count = taken->binding_count;
  pme_binding *bindings = pme__bindings_with_room(taken, o->unknown.taken_count, o->arena);
  if (!own || !asked || !bindings)
    return false;
  for (int i = 0; i < o->unknown.taken_count; i++)
    if (pme__is_number(&own[i]) && asked[pme__parameter_named(o->program, own[i].name)])
      bindings[count++] = own[i];
  *out = *taken;
  out->bindings = bindings;
  out->binding_count = count;
  return true;
}

static bool is_taken_alike(const pme_what_if *taken, const pme_binding *own) {
  bool is_alike = false;
  for (int i = 0; i < taken->binding_count; i++) /* later ones win */
    if (!strcmp(taken->bindings[i].name, own->name))
      is_alike = taken->bindings[i].value == own->value;
  return is_alike;
}

/* What the loop runs with and the others do not. */
static bool say_own(others *o, int loop, const pme_what_if *taken, const pme_what_if *own) {
  int count = o->out->assumption_count;
  pme_assumption *all = PME_ARENA_NEW(o->arena, pme_assumption, count + own->binding_count + 1);
  if (!all)
    return false;
  if (count > 0)
    memcpy(all, o->out->assumptions, (size_t)count * sizeof *all);
  for (int i = taken->binding_count; i < own->binding_count; i++) {
    char text[400];
    const pme_binding *b = &own->bindings[i];
    if (is_taken_alike(taken, b))
      continue;
    snprintf(text, sizeof text, "%.200s = %" PRId64 " (%.120s)", b->name, b->value, b->origin);
    all[count] = (pme_assumption){PME_ASSUMPTION_PARAMETER_VALUE, loop, pme_arena_copy_text(o->arena, text)};
    if (!all[count++].text)
      return false;
  }
  o->out->assumptions = all;
  o->out->assumption_count = count;
  return true;
}

/* Rows of all that did not run and does now. */
static bool take_rows(others *o, const pme_prediction *found, const pme_what_if *taken, const pme_what_if *own) {
  for (int i = 0; i < o->out->loop_count; i++) {
    pme_loop_prediction *row = &o->out->loops[i];
    if (!is_idle(row) || found->loops[i].executions <= 0)
      continue;
    bool is_parallel = is_idle_parallel_loop(o, row);
    *row = found->loops[i];
    if (is_parallel && !say_own(o, row->node, taken, own))
      return false;
  }
  for (int i = 0; i < o->out->reference_count; i++)
    if (o->out->references[i].levels[0].accesses == 0 && found->references[i].levels[0].accesses > 0)
      o->out->references[i] = found->references[i];
  return true;
}

static pme_status predict_with(others *o, int loop, const pme_what_if *taken) {
  pme_what_if own;
  pme_concrete *concrete = NULL;
  pme_prediction *found = NULL;
  pme_status status = bind(o, loop, taken, &own) ? PME_OK : PME_NO_MEMORY;
  if (status == PME_OK)
    status = pme_concrete_create(o->program, &own, &concrete, NULL);
  if (status == PME_OK)
    status = pme_predict(concrete, o->question->prediction->machine, o->question->options, o->arena, &found, NULL);
  if (status == PME_OK && !take_rows(o, found, taken, &own))
    status = PME_NO_MEMORY;
  pme_concrete_destroy(concrete);
  return status;
}

static bool copy_rows(others *o) {
  pme_prediction *out = o->out;
  size_t loops = (size_t)out->loop_count, references = (size_t)out->reference_count;
  pme_loop_prediction *loop_rows = PME_ARENA_NEW(o->arena, pme_loop_prediction, loops + 1);
  pme_reference_prediction *reference_rows = PME_ARENA_NEW(o->arena, pme_reference_prediction, references + 1);
  if (!loop_rows || !reference_rows)
    return false;
  memcpy(loop_rows, out->loops, loops * sizeof *loop_rows);
  if (references > 0)
    memcpy(reference_rows, out->references, references * sizeof *reference_rows);
  out->loops = loop_rows;
  out->references = reference_rows;
  return true;
}

static pme_status answer_idle_loops(others *o) {
  pme_what_if taken;
  pme_status status = pme__find_unknown_symbols(o->program, o->question->what_if, o->arena, &o->unknown);
  if (status != PME_OK || o->unknown.taken_count == 0)
    return status;
  status = pme_take_choices(o->program, o->question->what_if, o->arena, &taken);
  if (status == PME_OK && !copy_rows(o))
    status = PME_NO_MEMORY;
  for (int i = 0, left = MOST_OTHERS; i < o->out->loop_count && left > 0 && status == PME_OK; i++)
    if (is_idle_parallel_loop(o, &o->out->loops[i])) {
      status = predict_with(o, o->out->loops[i].node, &taken);
      left--;
    }
  return status;
}

pme_status pme_predict_other_choices(const pme_choices_question *question, pme_arena *arena,
                                     const pme_prediction **out) {
  others o = {.question = question,
              .program = pme_concrete_program(question->prediction->concrete),
              .arena = arena,
              .out = PME_ARENA_NEW(arena, pme_prediction, 1)};
  *out = question->prediction;
  if (!o.out)
    return PME_NO_MEMORY;
  *o.out = *question->prediction;
  if (!has_idle_loop(&o))
    return PME_OK;
  pme_status status = answer_idle_loops(&o);
  *out = o.out;
  return status;
}
