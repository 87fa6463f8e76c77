/* Copies a program node by node. */
#include "program_copy.h"

/* ---- expressions ---- */

pme_expr pme__copy_expr(const pme__program_copy *c, pme_expr expr) {
  if (expr == PME_NONE)
    return PME_NONE;
  const pme_expr_node *e = pme_program_expr(c->from, expr);
  pme_expr left = pme__copy_expr(c, e->left), right = pme__copy_expr(c, e->right);
  switch (e->kind) {
  case PME_EXPR_CONSTANT:
    return pme_expr_constant(c->to, e->value);
  case PME_EXPR_PARAMETER:
    return pme_expr_parameter(c->to, (int)e->value);
  case PME_EXPR_LOOP:
    return pme_expr_loop(c->to, c->node[e->value]);
  case PME_EXPR_THREAD:
    return pme_expr_thread(c->to);
  case PME_EXPR_TEAM:
    return pme_expr_team(c->to);
  case PME_EXPR_ADD:
    return pme_expr_add(c->to, left, right);
  case PME_EXPR_MULTIPLY:
    return pme_expr_multiply(c->to, left, right);
  case PME_EXPR_FLOOR_DIVIDE:
    return pme_expr_floor_divide(c->to, left, right);
  case PME_EXPR_MODULO:
    return pme_expr_modulo(c->to, left, right);
  case PME_EXPR_MINIMUM:
    return pme_expr_minimum(c->to, left, right);
  case PME_EXPR_MAXIMUM:
    return pme_expr_maximum(c->to, left, right);
  }
  return PME_NONE;
}

int pme__copy_exprs(const pme__program_copy *c, const pme_expr *all, int count, pme_expr out[PME__MOST_COPIED_BOUNDS]) {
  int kept = count < PME__MOST_COPIED_BOUNDS ? count : PME__MOST_COPIED_BOUNDS - 1;
  for (int i = 0; i < kept; i++)
    out[i] = pme__copy_expr(c, all[i]);
  return kept;
}

/* ---- nodes ---- */

int pme__copy_loop(const pme__program_copy *c, int parent, int id, const pme_loop *loop) {
  const pme_loop *source = &pme_program_node(c->from, id)->u.loop;
  pme_loop copy = *loop;
  pme_expr firsts[PME__MOST_COPIED_BOUNDS], lasts[PME__MOST_COPIED_BOUNDS];
  copy.firsts = firsts;
  copy.lasts = lasts;
  copy.step = pme__copy_expr(c, source->step);
  copy.first_count = pme__copy_exprs(c, source->firsts, source->first_count, firsts);
  copy.last_count = pme__copy_exprs(c, source->lasts, source->last_count, lasts);
  copy.chunk = pme__copy_expr(c, source->chunk);
  copy.threads = pme__copy_expr(c, source->threads);
  return pme_program_add_loop(c->to, parent, &copy, pme_program_node(c->from, id)->place);
}

void pme__copy_node(pme__program_copy *c, int id, int parent) {
  const pme_node *node = pme_program_node(c->from, id);
  pme_guard guard;
  pme_expr conditions[PME__MOST_COPIED_BOUNDS];
  pme_region region;
  pme_access access;
  if (c->replace && c->replace(c, id, parent))
    return;
  switch (node->kind) {
  case PME_NODE_LOOP:
    c->node[id] = pme__copy_loop(c, parent, id, &node->u.loop);
    break;
  case PME_NODE_REGION:
    region.threads = pme__copy_expr(c, node->u.region.threads);
    c->node[id] = pme_program_add_region(c->to, parent, &region, node->place);
    break;
  case PME_NODE_GUARD:
    guard = node->u.guard;
    guard.condition_count = pme__copy_exprs(c, guard.conditions, guard.condition_count, conditions);
    guard.conditions = conditions;
    c->node[id] = pme_program_add_guard(c->to, parent, &guard, node->place);
    break;
  case PME_NODE_ACCESS:
    access = node->u.access;
    access.offset_bytes = pme__copy_expr(c, access.offset_bytes);
    c->node[id] = pme_program_add_access(c->to, parent, &access, node->place);
    break;
  }
  pme__copy_children(c, node->first_child, c->node[id]);
}

void pme__copy_children(pme__program_copy *c, int first, int parent) {
  for (int id = first; id != PME_NONE; id = pme_program_node(c->from, id)->next_sibling)
    pme__copy_node(c, id, parent);
}

/* ---- all that is no node ---- */

static void copy_declarations(pme__program_copy *c) {
  for (int p = 0; p < pme_program_parameter_count(c->from); p++) {
    const pme_parameter *parameter = pme_program_parameter(c->from, p);
    int id = pme_program_add_parameter(c->to, parameter->name);
    if (parameter->known)
      pme_program_set_parameter(c->to, id, parameter->value);
  }
  for (int a = 0; a < pme_program_array_count(c->from); a++) {
    pme_array array = *pme_program_array(c->from, a);
    pme_expr extents[PME__MOST_COPIED_BOUNDS];
    array.extent_count = pme__copy_exprs(c, array.extents, array.extent_count, extents);
    array.extents = extents;
    pme_program_add_array(c->to, &array);
  }
}

static void copy_findings(pme__program_copy *c) {
  for (int i = 0; i < pme_program_reason_count(c->from); i++) {
    pme_reason reason = *pme_program_reason(c->from, i);
    if (reason.node != PME_NONE && c->node[reason.node] != PME_NONE) {
      reason.node = c->node[reason.node];
      pme_program_add_reason(c->to, &reason);
    }
  }
}

int pme__construct_of(const pme_program *program, int node) {
  while (pme_program_node(program, node)->parent != PME_NONE)
    node = pme_program_node(program, node)->parent;
  return node;
}

int pme__dealt_loop_of(const pme_program *program, int node) {
  while (node != PME_NONE &&
         !(pme_program_node(program, node)->kind == PME_NODE_LOOP && pme_program_node(program, node)->u.loop.parallel))
    node = pme_program_node(program, node)->parent;
  return node;
}

bool pme__begin_copy(pme__program_copy *c, const pme_program *program) {
  int count = pme_program_node_count(program);
  c->from = program;
  c->arena = pme_arena_create();
  c->to = pme_program_create();
  c->node = c->arena ? PME_ARENA_NEW(c->arena, int, count) : NULL;
  if (!c->to || !c->node)
    return false;
  for (int id = 0; id < count; id++)
    c->node[id] = PME_NONE;
  pme_program_set_function(c->to, pme_program_function(program), pme_program_file(program), pme_program_line(program));
  copy_declarations(c);
  return true;
}

pme_program *pme__end_copy(pme__program_copy *c) {
  pme_program *made = c->to;
  bool is_made = made && c->node;
  if (is_made)
    copy_findings(c);
  pme_arena_destroy(c->arena);
  if (is_made && pme_program_status(made) == PME_OK)
    return made;
  pme_program_destroy(made);
  return NULL;
}

pme_program *pme__copy_construct(pme__program_copy *c, const pme_program *program, int loop, int nodes[], int count) {
  if (pme__begin_copy(c, program)) {
    pme__copy_node(c, pme__construct_of(program, loop), PME_NONE);
    for (int i = 0; i < count; i++)
      nodes[i] = c->node[nodes[i]];
  }
  return pme__end_copy(c);
}
