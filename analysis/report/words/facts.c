/* What all reports ask of a prediction. Mostly walks up the tree of nodes. */
#include "facts.h"

#include <string.h>

static const pme_program *program_of(const pme_prediction *prediction) {
  return pme_concrete_program(prediction->concrete);
}

/* ---- the tree ---- */

bool pme__is_below(const pme_program *program, int node, int ancestor) {
  while (node != PME_NONE && node != ancestor)
    node = pme_program_node(program, node)->parent;
  return node == ancestor;
}

int pme__subject_loop(const pme_program *program, int node) {
  int nearest = PME_NONE;
  for (; node != PME_NONE; node = pme_program_node(program, node)->parent) {
    const pme_node *n = pme_program_node(program, node);
    if (n->kind != PME_NODE_LOOP)
      continue;
    if (n->u.loop.parallel)
      return node;
    if (nearest == PME_NONE)
      nearest = node;
  }
  return nearest;
}

int pme__outer_loop(const pme_program *program, int node) {
  do
    node = pme_program_node(program, node)->parent;
  while (node != PME_NONE && pme_program_node(program, node)->kind != PME_NODE_LOOP);
  return node;
}

int pme__loop_kept_out_of(const pme_prediction *prediction, int access) {
  const pme_program *program = program_of(prediction);
  int kept = PME_NONE, node = pme_program_node(program, access)->parent;
  for (int loops = pme_program_node(program, access)->u.access.kept_loops; loops > 0 && node != PME_NONE; loops--) {
    const pme_concrete_node *n = pme_concrete_node_at(prediction->concrete, node);
    if (n->kind != PME_NODE_LOOP || (n->u.loop.parallel && !pme_is_kept_over(&n->u.loop)))
      break;
    kept = node;
    node = n->parent;
  }
  return kept;
}

bool pme__is_parallel(const pme_prediction *prediction, const pme_loop_prediction *loop) {
  return pme_program_node(program_of(prediction), loop->node)->u.loop.parallel;
}

bool pme__is_team(const pme_prediction *prediction, const pme_loop_prediction *loop) {
  return pme_program_node(program_of(prediction), loop->node)->u.loop.is_team;
}

const char *pme__kind_of_loop(const pme_loop *loop) {
  return loop->is_team ? "parallel region by thread" : loop->parallel ? "parallel loop" : "loop";
}

bool pme__is_reported(const pme_prediction *prediction, const pme_loop_prediction *loop) {
  const pme_program *program = program_of(prediction);
  if (pme__is_parallel(prediction, loop))
    return true;
  for (int outer = pme__outer_loop(program, loop->node); outer != PME_NONE; outer = pme__outer_loop(program, outer))
    if (pme_program_node(program, outer)->u.loop.parallel)
      return false;
  return true;
}

const pme_loop_prediction *pme__loop_of_node(const pme_prediction *prediction, int node) {
  for (int i = 0; i < prediction->loop_count; i++)
    if (prediction->loops[i].node == node)
      return &prediction->loops[i];
  return NULL;
}

/* ---- reasons and assumptions ---- */

int pme__reason_count(const pme_prediction *prediction) {
  return pme_concrete_reason_count(prediction->concrete) + prediction->reason_count;
}

const pme_reason *pme__reason_at(const pme_prediction *prediction, int index) {
  int first = pme_concrete_reason_count(prediction->concrete);
  return index < first ? pme_concrete_reason(prediction->concrete, index) : &prediction->reasons[index - first];
}

int pme__assumption_count(const pme_prediction *prediction) {
  return pme_concrete_assumption_count(prediction->concrete) + prediction->assumption_count;
}

const pme_assumption *pme__assumption_at(const pme_prediction *prediction, int index) {
  int first = pme_concrete_assumption_count(prediction->concrete);
  return index < first ? pme_concrete_assumption(prediction->concrete, index) : &prediction->assumptions[index - first];
}

bool pme__reason_concerns(const pme_prediction *prediction, const pme_reason *reason, const pme_loop_prediction *loop) {
  const pme_program *program = program_of(prediction);
  if (reason->node != PME_NONE && pme__is_below(program, reason->node, loop->node))
    return true;
  return loop->status == PME_LOOP_NOT_MODELLED && pme__is_below(program, loop->node, reason->node);
}

bool pme__assumption_concerns(const pme_prediction *prediction, const pme_assumption *assumption,
                              const pme_loop_prediction *loop) {
  const pme_program *program = program_of(prediction);
  return pme__is_below(program, loop->node, assumption->node) || pme__is_below(program, assumption->node, loop->node);
}

const char *pme__reason_text_hint(const pme_reason *reason) {
  return reason->hint && reason->hint[0] ? reason->hint : pme_reason_hint(reason->code);
}

static pme__two_texts two_texts(const char *general, const char *particular, bool particular_is_complete) {
  if (!particular)
    particular = "";
  return (pme__two_texts){particular[0] && particular_is_complete ? "" : general, particular};
}

pme__two_texts pme__reason_texts(const pme_reason *reason) {
  return two_texts(pme_reason_text(reason->code), reason->text, reason->code == PME_REASON_UNKNOWN_PARAMETER);
}

pme__two_texts pme__assumption_texts(const pme_assumption *assumption) {
  bool complete = false;
  switch (assumption->code) {
  case PME_ASSUMPTION_PARAMETER_VALUE:
  case PME_ASSUMPTION_TEAM_SIZE:
  case PME_ASSUMPTION_SCHEDULE:
  case PME_ASSUMPTION_BASES_UNKNOWN:
  case PME_ASSUMPTION_GIVEN_WHAT_IF:
    complete = true;
    break;
  default:
    break;
  }
  return two_texts(pme_assumption_text(assumption->code), assumption->text, complete);
}

/* ---- levels, places, names ---- */

bool pme__has_totals(const pme_prediction *prediction) {
  for (int i = 0; i < prediction->reference_count; i++)
    if (prediction->references[i].modelled)
      return true;
  return prediction->reference_count == 0;
}

int pme__costliest_level(const pme_prediction *prediction) {
  for (int level = prediction->level_count - 1; level >= 0; level--)
    if (prediction->level_info[level].shared)
      return level;
  return prediction->level_count - 1;
}

pme_place pme__place_of(const pme_program *program, int node) {
  for (; node != PME_NONE; node = pme_program_node(program, node)->parent)
    if (pme_program_node(program, node)->place.line > 0)
      return pme_program_node(program, node)->place;
  return (pme_place){.line = pme_program_line(program)};
}

const char *pme__file_of(const pme_program *program, pme_place place, const char *source_file) {
  if (place.file)
    return place.file;
  const char *file = pme_program_file(program);
  return file[0] || !source_file ? file : source_file;
}

const char *pme__base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

const char *pme__array_name(const pme_program *program, int access_node) {
  return pme_program_array(program, pme_program_node(program, access_node)->u.access.array)->name;
}

/* ---- schedules ---- */

static int64_t constant_or_zero(const pme_program *program, pme_expr expr) {
  const pme_expr_node *node = expr == PME_NONE ? NULL : pme_program_expr(program, expr);
  return node && node->kind == PME_EXPR_CONSTANT ? node->value : 0;
}

void pme__schedule_of(const pme_prediction *prediction, const pme_loop_prediction *loop, pme_schedule_kind *schedule,
                      int64_t *chunk, int *threads) {
  const pme_program *program = program_of(prediction);
  const pme_loop *source = &pme_program_node(program, loop->node)->u.loop;
  const pme_concrete_node *node = pme_concrete_node_at(prediction->concrete, loop->node);
  if (node->modelled) {
    *schedule = node->u.loop.schedule;
    *chunk = node->u.loop.chunk;
    *threads = node->u.loop.threads;
    return;
  }
  int64_t given = constant_or_zero(program, source->threads);
  *schedule = source->schedule;
  *chunk = constant_or_zero(program, source->chunk);
  *threads = given > 0 && given <= 4096 ? (int)given : 0;
}
