/* Copies one loop and what it speaks of into a program of its own. */
#include "excerpt.h"

#include "pmecache/arena.h"

typedef struct copier {
  const pme_program *source;
  pme_program *out;
  pme_arena *arena;
  /* What stands for each there, PME_NONE: nothing yet. */
  int *arrays, *nodes;
  pme_expr *parameters, *exprs;
  const pme__stand_ins *stand_ins;
  bool no_memory;
} copier;

/* ---- symbols, expressions, arrays ---- */

static pme_expr symbol(copier *c, int id) {
  const pme_parameter *parameter = pme_program_parameter(c->source, id);
  int copy = pme_program_add_parameter(c->out, parameter->name);
  if (parameter->known)
    pme_program_set_parameter(c->out, copy, parameter->value);
  return pme_expr_parameter(c->out, copy);
}

static pme_expr size(copier *c, const pme__stand_in *size) {
  pme_expr expr = pme_expr_parameter(c->out, pme_program_add_parameter(c->out, PME__SIZE_SYMBOL));
  if (size->form.parts > 1)
    expr = pme_expr_floor_divide(c->out, expr, pme_expr_constant(c->out, size->form.parts));
  pme_expr power = expr;
  for (int i = 1; i < size->form.power; i++)
    expr = pme_expr_multiply(c->out, expr, power);
  if (size->form.factor != 1)
    expr = pme_expr_multiply(c->out, pme_expr_constant(c->out, size->form.factor), expr);
  return pme_expr_add(c->out, expr, pme_expr_constant(c->out, size->value));
}

static pme_expr copy_parameter(copier *c, int id) {
  if (c->parameters[id] == PME_NONE) {
    pme__stand_in stand_in = c->stand_ins->of(c->stand_ins->context, id);
    c->parameters[id] = stand_in.kind == PME__SYMBOL   ? symbol(c, id)
                        : stand_in.kind == PME__NUMBER ? pme_expr_constant(c->out, stand_in.value)
                                                       : size(c, &stand_in);
  }
  return c->parameters[id];
}

static pme_expr copy_expr(copier *c, pme_expr expr);

static pme_expr new_expr(copier *c, const pme_expr_node *e) {
  pme_expr left = e->kind >= PME_EXPR_ADD ? copy_expr(c, e->left) : PME_NONE;
  pme_expr right = e->kind >= PME_EXPR_ADD ? copy_expr(c, e->right) : PME_NONE;
  switch (e->kind) {
  case PME_EXPR_CONSTANT:
    return pme_expr_constant(c->out, e->value);
  case PME_EXPR_PARAMETER:
    return copy_parameter(c, (int)e->value);
  case PME_EXPR_LOOP:
    return pme_expr_loop(c->out, c->nodes[e->value]);
  case PME_EXPR_THREAD:
    return pme_expr_thread(c->out);
  case PME_EXPR_TEAM:
    return pme_expr_team(c->out);
  case PME_EXPR_ADD:
    return pme_expr_add(c->out, left, right);
  case PME_EXPR_MULTIPLY:
    return pme_expr_multiply(c->out, left, right);
  case PME_EXPR_FLOOR_DIVIDE:
    return pme_expr_floor_divide(c->out, left, right);
  case PME_EXPR_MODULO:
    return pme_expr_modulo(c->out, left, right);
  case PME_EXPR_MINIMUM:
    return pme_expr_minimum(c->out, left, right);
  case PME_EXPR_MAXIMUM:
    return pme_expr_maximum(c->out, left, right);
  }
  return PME_NONE;
}

static pme_expr copy_expr(copier *c, pme_expr expr) {
  if (expr != PME_NONE && c->exprs[expr] == PME_NONE)
    c->exprs[expr] = new_expr(c, pme_program_expr(c->source, expr));
  return expr == PME_NONE ? PME_NONE : c->exprs[expr];
}

/* NULL: no memory. */
static const pme_expr *copy_exprs(copier *c, const pme_expr *exprs, int count) {
  pme_expr *copy = PME_ARENA_NEW(c->arena, pme_expr, count + 1);
  c->no_memory = c->no_memory || !copy;
  for (int i = 0; copy && i < count; i++)
    copy[i] = copy_expr(c, exprs[i]);
  return copy;
}

static int copy_array(copier *c, int id) {
  pme_array array = *pme_program_array(c->source, id);
  if (c->arrays[id] == PME_NONE) {
    array.extents = copy_exprs(c, array.extents, array.extent_count);
    if (array.extents)
      c->arrays[id] = pme_program_add_array(c->out, &array);
  }
  return c->arrays[id];
}

/* ---- nodes ---- */

static int copy_loop(copier *c, const pme_node *node, int parent) {
  pme_loop loop = node->u.loop;
  loop.firsts = copy_exprs(c, loop.firsts, loop.first_count);
  loop.lasts = copy_exprs(c, loop.lasts, loop.last_count);
  loop.step = copy_expr(c, loop.step);
  loop.chunk = copy_expr(c, loop.chunk);
  loop.threads = copy_expr(c, loop.threads);
  return c->no_memory ? PME_NONE : pme_program_add_loop(c->out, parent, &loop, node->place);
}

static int copy_guard(copier *c, const pme_node *node, int parent) {
  pme_guard guard = node->u.guard;
  guard.conditions = copy_exprs(c, guard.conditions, guard.condition_count);
  return c->no_memory ? PME_NONE : pme_program_add_guard(c->out, parent, &guard, node->place);
}

static int copy_region(copier *c, const pme_node *node, int parent) {
  pme_region region = {.threads = copy_expr(c, node->u.region.threads)};
  return pme_program_add_region(c->out, parent, &region, node->place);
}

static int copy_access(copier *c, const pme_node *node, int parent) {
  pme_access access = node->u.access;
  access.array = copy_array(c, access.array);
  access.offset_bytes = copy_expr(c, access.offset_bytes);
  return pme_program_add_access(c->out, parent, &access, node->place);
}

static bool copy_node(copier *c, int id) {
  const pme_node *node = pme_program_node(c->source, id);
  int parent = node->parent == PME_NONE ? PME_NONE : c->nodes[node->parent];
  switch (node->kind) {
  case PME_NODE_LOOP:
    c->nodes[id] = copy_loop(c, node, parent);
    break;
  case PME_NODE_REGION:
    c->nodes[id] = copy_region(c, node, parent);
    break;
  case PME_NODE_GUARD:
    c->nodes[id] = copy_guard(c, node, parent);
    break;
  case PME_NODE_ACCESS:
    c->nodes[id] = copy_access(c, node, parent);
    break;
  }
  return c->nodes[id] != PME_NONE;
}

static void copy_tree(copier *c, int id) {
  int child = copy_node(c, id) ? pme_program_node(c->source, id)->first_child : PME_NONE;
  for (; child != PME_NONE; child = pme_program_node(c->source, child)->next_sibling)
    copy_tree(c, child);
}

/* Outermost first. */
static void copy_around(copier *c, int id) {
  if (id == PME_NONE)
    return;
  copy_around(c, pme_program_node(c->source, id)->parent);
  copy_node(c, id);
}

/* What is said of the whole function is said of its loops. */
static bool is_copied(const copier *c, int node) { return node == PME_NONE || c->nodes[node] != PME_NONE; }

static void copy_findings(copier *c) {
  for (int i = 0; i < pme_program_reason_count(c->source); i++) {
    pme_reason reason = *pme_program_reason(c->source, i);
    if (!is_copied(c, reason.node))
      continue;
    reason.node = reason.node == PME_NONE ? PME_NONE : c->nodes[reason.node];
    pme_program_add_reason(c->out, &reason);
  }
  for (int i = 0; i < pme_program_assumption_count(c->source); i++) {
    pme_assumption assumption = *pme_program_assumption(c->source, i);
    if (!is_copied(c, assumption.node))
      continue;
    assumption.node = assumption.node == PME_NONE ? PME_NONE : c->nodes[assumption.node];
    pme_program_add_assumption(c->out, &assumption);
  }
}

/* ---- all ---- */

static bool fill(int *ids, int count) {
  for (int i = 0; ids && i < count; i++)
    ids[i] = PME_NONE;
  return ids != NULL;
}

static pme_expr largest_of(pme_expr largest, const pme_expr *exprs, int count) {
  for (int i = 0; i < count; i++)
    largest = exprs[i] > largest ? exprs[i] : largest;
  return largest;
}

static pme_expr largest_of_loop(pme_expr largest, const pme_loop *loop) {
  largest = largest_of(largest_of(largest, loop->firsts, loop->first_count), loop->lasts, loop->last_count);
  return largest_of(largest, (pme_expr[]){loop->step, loop->chunk, loop->threads}, 3);
}

/* Operands have smaller ids than what they are operands of. */
static pme_expr largest_expr(const pme_program *program) {
  pme_expr largest = PME_NONE;
  for (int i = 0; i < pme_program_array_count(program); i++)
    largest = largest_of(largest, pme_program_array(program, i)->extents, pme_program_array(program, i)->extent_count);
  for (int id = 0; id < pme_program_node_count(program); id++) {
    const pme_node *node = pme_program_node(program, id);
    if (node->kind == PME_NODE_LOOP)
      largest = largest_of_loop(largest, &node->u.loop);
    else if (node->kind == PME_NODE_GUARD)
      largest = largest_of(largest, node->u.guard.conditions, node->u.guard.condition_count);
    else
      largest = largest_of(largest,
                           node->kind == PME_NODE_REGION ? &node->u.region.threads : &node->u.access.offset_bytes, 1);
  }
  return largest;
}

static bool prepare(copier *c) {
  int parameters = pme_program_parameter_count(c->source), arrays = pme_program_array_count(c->source);
  int exprs = largest_expr(c->source) + 1;
  c->parameters = PME_ARENA_NEW(c->arena, pme_expr, parameters + 1);
  c->arrays = PME_ARENA_NEW(c->arena, int, arrays + 1);
  c->exprs = PME_ARENA_NEW(c->arena, pme_expr, exprs + 1);
  if (fill(c->parameters, parameters) && fill(c->arrays, arrays) && fill(c->exprs, exprs) &&
      fill(c->nodes, pme_program_node_count(c->source)))
    c->out = pme_program_create();
  return c->out != NULL;
}

bool pme__is_in(const pme_program *program, int node, int ancestor) {
  while (node != PME_NONE && node != ancestor)
    node = pme_program_node(program, node)->parent;
  return node == ancestor;
}

pme_status pme__program_excerpt(const pme_program *program, int top, const pme__stand_ins *stand_ins, pme_program **out,
                                int *nodes) {
  copier c = {.source = program, .arena = pme_arena_create(), .nodes = nodes, .stand_ins = stand_ins};
  pme_status status = PME_NO_MEMORY;
  if (c.arena && prepare(&c)) {
    pme_program_set_function(c.out, pme_program_function(program), pme_program_file(program),
                             pme_program_line(program));
    copy_around(&c, pme_program_node(program, top)->parent);
    copy_tree(&c, top);
    copy_findings(&c);
    status = c.no_memory ? PME_NO_MEMORY : pme_program_status(c.out);
  }
  if (status == PME_OK)
    *out = c.out;
  else
    pme_program_destroy(c.out);
  pme_arena_destroy(c.arena);
  return status;
}
