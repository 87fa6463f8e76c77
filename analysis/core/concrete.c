/* A program with numbers for its symbols: walks the tree once, parents before children, and evaluates every
 * expression. What cannot be evaluated is cut off with a reason. */
#include <string.h>

#include "as_compiled.h"
#include "concrete_evaluation.h"
#include "concrete_subject.h"

static void evaluate_children(pme__evaluation *b, int first, int depth, bool modelled);

/* Left out where the proposal's loop is looked at alone. */
static bool is_beside(const pme__evaluation *b, int id) {
  const pme_proposal *proposal = b->what_if->proposal;
  return proposal && proposal->alone && pme_program_node(b->program, id)->parent == PME_NONE &&
         !pme__holds_proposal(b, id);
}

/* `if (mode == 3)` of a mode that is known to be 1. */
static bool is_never(const pme_concrete_node *node) {
  for (int i = 0; node->kind == PME_NODE_GUARD && i < node->u.guard.condition_count; i++)
    if (pme__holds_never(&node->u.guard.conditions[i]))
      return true;
  return false;
}

static void evaluate_node(pme__evaluation *b, int id, int depth, bool modelled) {
  const pme_node *node = pme_program_node(b->program, id);
  pme_concrete_node *out = &b->concrete->nodes[id];
  int team = pme__enclosing_team(b, node->parent);
  b->affine.depth = depth;
  b->affine.team = team ? team : 1;
  modelled = modelled && !is_beside(b, id);
  switch (modelled ? (int)node->kind : -1) {
  case PME_NODE_LOOP:
    modelled = pme__evaluate_loop(b, id, out, depth);
    break;
  case PME_NODE_REGION:
    modelled = pme__evaluate_region(b, id, out);
    break;
  case PME_NODE_GUARD:
    modelled = pme__evaluate_guard(b, id, out);
    break;
  case PME_NODE_ACCESS:
    modelled = pme__evaluate_access(b, id, out);
    break;
  default:
    break;
  }
  out->modelled = modelled;
  int known = b->affine.fact_count;
  const bool unreached = b->affine.unreached;
  if (modelled) {
    pme__know_node(b, out);
    b->affine.unreached |= is_never(out);
  }
  evaluate_children(b, node->first_child, depth + (node->kind == PME_NODE_LOOP), modelled);
  b->affine.fact_count = known;
  b->affine.unreached = unreached;
}

static void evaluate_children(pme__evaluation *b, int first, int depth, bool modelled) {
  for (int id = first; id != PME_NONE && !b->no_memory; id = pme_program_node(b->program, id)->next_sibling)
    evaluate_node(b, id, depth, modelled);
}

/* Kinds and links of every node first, so that they hold for what is cut off too. */
static bool copy_structure(pme__evaluation *b) {
  int count = pme_program_node_count(b->program);
  b->concrete->nodes = PME_ARENA_NEW(b->concrete->arena, pme_concrete_node, count);
  b->loop_depth = PME_ARENA_NEW(b->concrete->arena, int, count);
  if (!b->concrete->nodes || !b->loop_depth)
    return false;
  for (int id = 0; id < count; id++) {
    const pme_node *node = pme_program_node(b->program, id);
    b->concrete->nodes[id] = (pme_concrete_node){.kind = node->kind,
                                                 .parent = node->parent,
                                                 .first_child = node->first_child,
                                                 .next_sibling = node->next_sibling};
    b->loop_depth[id] = -1;
  }
  b->affine.loop_depth = b->loop_depth;
  return true;
}

static void copy_reasons(pme__evaluation *b) {
  for (int i = 0; i < pme_program_reason_count(b->program); i++)
    pme__push_reason(b, *pme_program_reason(b->program, i));
  for (int i = 0; i < pme_program_assumption_count(b->program); i++)
    pme__push_assumption(b, *pme_program_assumption(b->program, i));
}

static void make_subject(pme__evaluation *b) {
  pme_concrete *concrete = b->concrete;
  pme_subject *subject = concrete->subject =
      pme__subject_of_program(concrete->program, b->what_if, concrete->nodes, concrete->arena);
  if (!subject) {
    b->no_memory = true;
    return;
  }
  subject->reason_count = concrete->reasons.count;
  subject->reasons = concrete->reasons.reasons;
  subject->assumption_count = concrete->assumptions.count;
  subject->assumptions = concrete->assumptions.assumptions;
  subject->as_compiled = concrete->is_compiled;
}

static pme_status check_what_if(const pme_what_if *what_if, pme_error *error) {
  if (what_if->threads < 0 || what_if->threads > PME__MAX_TEAM || what_if->default_threads > PME__MAX_TEAM)
    return pme_error_set(error, PME_BAD_ARGUMENT, 0, 0, "threads must be 1 to %d", PME__MAX_TEAM);
  if (what_if->has_schedule && what_if->chunk < 0)
    return pme_error_set(error, PME_BAD_ARGUMENT, 0, 0, "a chunk must be at least 1");
  return PME_OK;
}

static void take_compiled_accesses(pme__evaluation *b) {
  pme__move_kept_accesses(b->program, b->concrete->nodes);
  pme__assume(b, PME_ASSUMPTION_AS_COMPILED, PME_NONE, pme_assumption_text(PME_ASSUMPTION_AS_COMPILED));
}

pme_status pme_concrete_create(const pme_program *program, const pme_what_if *what_if, pme_concrete **out,
                               pme_error *error) {
  static const pme_what_if nothing = {0};
  if (!what_if)
    what_if = &nothing;
  pme_status status = check_what_if(what_if, error);
  if (status != PME_OK)
    return status;
  pme_arena *arena = pme_arena_create();
  pme__evaluation *b = arena ? PME_ARENA_NEW(arena, pme__evaluation, 1) : NULL;
  if (b)
    b->concrete = PME_ARENA_NEW(arena, pme_concrete, 1);
  if (!b || !b->concrete) {
    pme_arena_destroy(arena);
    return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
  }
  b->concrete->arena = arena;
  b->concrete->program = program;
  b->program = program;
  b->what_if = what_if;
  if (what_if->proposal)
    b->concrete->order = what_if->proposal->order;
  b->affine = (pme__affine_context){
      .arena = arena, .program = program, .range_low = b->low, .range_high = b->high, .facts = b->facts};
  if (!copy_structure(b) || !pme__bind_parameters(b) || !pme__evaluate_arrays(b))
    b->no_memory = true;
  if (!b->no_memory) {
    copy_reasons(b);
    evaluate_children(b, pme_program_first_node(program), 0, true);
    b->concrete->is_compiled = what_if->as_compiled;
    if (what_if->as_compiled && !b->no_memory)
      take_compiled_accesses(b);
    make_subject(b);
  }
  if (b->no_memory) {
    pme_arena_destroy(arena);
    return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
  }
  *out = b->concrete;
  return PME_OK;
}

/* With nodes of its own, in an arena that it is to have. NULL: out of memory. */
static pme_concrete *copy_into(pme_arena *arena, const pme_concrete *source) {
  pme_concrete *copy = PME_ARENA_NEW(arena, pme_concrete, 1);
  int count = pme_program_node_count(source->program);
  pme_concrete_node *nodes = copy ? PME_ARENA_NEW(arena, pme_concrete_node, count) : NULL;
  if (!nodes)
    return NULL;
  if (count > 0)
    memcpy(nodes, source->nodes, (size_t)count * sizeof *nodes);
  *copy = *source;
  copy->arena = arena;
  copy->nodes = nodes;
  return copy;
}

/* In an arena of its own. */
static pme_concrete *copy_of(const pme_concrete *source) {
  pme_arena *arena = pme_arena_create();
  pme_concrete *copy = arena ? copy_into(arena, source) : NULL;
  if (!copy)
    pme_arena_destroy(arena);
  return copy;
}

/* Gives the copy a subject with nodes of its own. NULL: out of memory. */
static pme_subject_node *copy_subject(pme_concrete *copy) {
  int count = copy->subject->node_count;
  pme_subject *subject = PME_ARENA_NEW(copy->arena, pme_subject, 1);
  pme_subject_node *rows = PME_ARENA_NEW(copy->arena, pme_subject_node, count);
  if (!subject || !rows)
    return NULL;
  *subject = *copy->subject;
  for (int id = 0; id < count; id++)
    rows[id] = copy->subject->nodes[id];
  subject->nodes = rows;
  copy->subject = subject;
  return rows;
}

pme_status pme__concrete_as_compiled(const pme_concrete *source, pme_concrete **out) {
  pme_concrete *copy = copy_of(source);
  if (!copy)
    return PME_NO_MEMORY;
  copy->is_compiled = true;
  if (!source->is_compiled)
    pme__move_kept_accesses(source->program, copy->nodes);
  *out = copy;
  return PME_OK;
}

static bool is_scattered(const pme_concrete_node *node) {
  return node->kind == PME_NODE_ACCESS && !node->modelled && node->u.access.scattered > 0;
}

bool pme__has_scattered(const pme_concrete *concrete) {
  for (int id = 0; id < pme_program_node_count(concrete->program); id++)
    if (is_scattered(&concrete->nodes[id]))
      return true;
  return false;
}

pme_status pme__concrete_with_scattered(const pme_concrete *source, pme_concrete **out) {
  pme_concrete *copy = copy_of(source);
  pme_subject_node *rows = copy ? copy_subject(copy) : NULL;
  if (!rows) {
    pme_concrete_destroy(copy);
    return PME_NO_MEMORY;
  }
  for (int id = 0; id < source->subject->node_count; id++)
    if (is_scattered(&copy->nodes[id]))
      rows[id].modelled = copy->nodes[id].modelled = true;
  *out = copy;
  return PME_OK;
}

pme_status pme__concrete_without(const pme_concrete *source, const int *left_out, pme_arena *arena,
                                 const pme_concrete **out) {
  pme_concrete *copy = copy_into(arena, source);
  pme_subject_node *rows = copy ? copy_subject(copy) : NULL;
  if (!rows)
    return PME_NO_MEMORY;
  for (int id = 0; id < source->subject->node_count; id++)
    if (left_out[id] != PME_NONE)
      rows[id].modelled = copy->nodes[id].modelled = false;
  *out = copy;
  return PME_OK;
}

bool pme__concrete_is_compiled(const pme_concrete *concrete) { return concrete->is_compiled; }

void pme_concrete_destroy(pme_concrete *concrete) {
  if (concrete)
    pme_arena_destroy(concrete->arena);
}

const pme_program *pme_concrete_program(const pme_concrete *concrete) { return concrete->program; }
const pme_subject *pme_concrete_subject(const pme_concrete *concrete) { return concrete->subject; }
const pme_concrete_node *pme_concrete_node_at(const pme_concrete *concrete, int id) { return &concrete->nodes[id]; }
const pme_concrete_array *pme_concrete_array_at(const pme_concrete *concrete, int id) { return &concrete->arrays[id]; }
int pme_concrete_reason_count(const pme_concrete *concrete) { return concrete->reasons.count; }
const pme_reason *pme_concrete_reason(const pme_concrete *concrete, int index) {
  return &concrete->reasons.reasons[index];
}
int pme_concrete_assumption_count(const pme_concrete *concrete) { return concrete->assumptions.count; }
const pme_assumption *pme_concrete_assumption(const pme_concrete *concrete, int index) {
  return &concrete->assumptions.assumptions[index];
}
