/* Copies a program node by node, and puts tiled loops in the place of those of a nest. */
#include "tiled_program.h"

#include <string.h>

#include "pmecache/arena.h"

typedef struct copier {
  const pme_program *from;
  pme_program *to;
  const pme__tiling *tiling;
  int *node; /* of `to`, by node of `from`; that of a loop is the one that has its variable */
  int *worksharing;
} copier;

/* ---- expressions ---- */

static pme_expr copy_expr(const copier *c, pme_expr expr) {
  if (expr == PME_NONE)
    return PME_NONE;
  const pme_expr_node *e = pme_program_expr(c->from, expr);
  pme_expr left = copy_expr(c, e->left), right = copy_expr(c, e->right);
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

enum { MOST_BOUNDS = 32 };

static int copy_exprs(const copier *c, const pme_expr *all, int count, pme_expr out[MOST_BOUNDS]) {
  int kept = count < MOST_BOUNDS ? count : MOST_BOUNDS - 1;
  for (int i = 0; i < kept; i++)
    out[i] = copy_expr(c, all[i]);
  return kept;
}

/* ---- nodes ---- */

/* Work stays where it stands, but the chain of the innermost loop is that of the order. */
static pme_work work_of(const copier *c, int placed) {
  const pme_nest_order *order = c->tiling->order;
  pme_work work = pme_program_node(c->from, placed)->u.loop.work;
  if (placed == order->loops[order->count - 1])
    work.chain = (int64_t)c->tiling->chain;
  return work;
}

/* The loop of `counted` in the place of `placed`: what shares iterations out stays where it stands. */
static int add_loop(const copier *c, int parent, int placed, int counted, const pme_loop *bounds) {
  const pme_node *place = pme_program_node(c->from, placed);
  pme_loop loop = place->u.loop;
  loop.variable = pme_program_node(c->from, counted)->u.loop.variable;
  loop.firsts = bounds->firsts;
  loop.lasts = bounds->lasts;
  loop.first_count = bounds->first_count;
  loop.last_count = bounds->last_count;
  loop.step = bounds->step;
  loop.work = work_of(c, placed);
  loop.chunk = copy_expr(c, loop.chunk);
  loop.threads = copy_expr(c, loop.threads);
  return pme_program_add_loop(c->to, parent, &loop, pme_program_node(c->from, counted)->place);
}

static int add_whole(const copier *c, int parent, int placed, int counted) {
  const pme_loop *source = &pme_program_node(c->from, counted)->u.loop;
  pme_expr firsts[MOST_BOUNDS], lasts[MOST_BOUNDS];
  pme_loop bounds = {.firsts = firsts, .lasts = lasts, .step = copy_expr(c, source->step)};
  bounds.first_count = copy_exprs(c, source->firsts, source->first_count, firsts);
  bounds.last_count = copy_exprs(c, source->lasts, source->last_count, lasts);
  return add_loop(c, parent, placed, counted, &bounds);
}

static int add_over_tiles(const copier *c, int parent, int placed, int counted, int64_t size) {
  const pme_loop *source = &pme_program_node(c->from, counted)->u.loop;
  pme_expr firsts[MOST_BOUNDS], lasts[MOST_BOUNDS];
  pme_loop bounds = {.firsts = firsts, .lasts = lasts};
  bounds.step = pme_expr_multiply(c->to, copy_expr(c, source->step), pme_expr_constant(c->to, size));
  bounds.first_count = copy_exprs(c, source->firsts, source->first_count, firsts);
  bounds.last_count = copy_exprs(c, source->lasts, source->last_count, lasts);
  return add_loop(c, parent, placed, counted, &bounds);
}

static int add_in_tile(const copier *c, int parent, int placed, int counted, int64_t size, int tile) {
  const pme_loop *source = &pme_program_node(c->from, counted)->u.loop;
  pme_loop place = pme_program_node(c->from, placed)->u.loop;
  pme_expr first = pme_expr_loop(c->to, tile), lasts[MOST_BOUNDS], step = copy_expr(c, source->step);
  int count = copy_exprs(c, source->lasts, source->last_count, lasts);
  lasts[count++] = pme_expr_add(c->to, first, pme_expr_multiply(c->to, step, pme_expr_constant(c->to, size - 1)));
  pme_loop loop = {.variable = source->variable,
                   .first_count = 1,
                   .last_count = count,
                   .firsts = &first,
                   .lasts = lasts,
                   .step = step,
                   .chunk = PME_NONE,
                   .threads = PME_NONE,
                   .collapse = 1,
                   .carries = place.carries,
                   .work = work_of(c, placed)};
  return pme_program_add_loop(c->to, parent, &loop, pme_program_node(c->from, counted)->place);
}

static void copy_children(copier *c, int first, int parent);

/* What stands between the loops of a nest is always the same: it goes where the loops over tiles are. */
static void copy_beside(copier *c, int loop, int inside, int parent) {
  for (int id = pme_program_node(c->from, loop)->first_child; id != PME_NONE;
       id = pme_program_node(c->from, id)->next_sibling)
    if (id != inside && pme_program_node(c->from, id)->kind == PME_NODE_ACCESS) {
      pme_access access = pme_program_node(c->from, id)->u.access;
      access.offset_bytes = copy_expr(c, access.offset_bytes);
      access.kept_loops = 0;
      c->node[id] = pme_program_add_access(c->to, parent, &access, pme_program_node(c->from, id)->place);
    }
}

static void copy_nest(copier *c, int parent) {
  const pme__tiling *t = c->tiling;
  const pme_nest_order *order = t->order;
  int tiles[PME_MOST_NEST_LOOPS], outermost = PME_NONE;
  for (int p = 0; p < order->count; p++) {
    int placed = order->loops[p], counted = order->loops[order->at[p]];
    bool is_cut = p >= t->first && t->sizes[p] > 0;
    tiles[p] = PME_NONE;
    if (p < t->first)
      parent = c->node[counted] = add_whole(c, parent, placed, counted);
    else if (is_cut)
      parent = tiles[p] = add_over_tiles(c, parent, placed, counted, t->sizes[p]);
    outermost = p == 0 ? parent : outermost;
    if (p < t->first && p + 1 < order->count)
      copy_beside(c, placed, order->loops[p + 1], parent);
  }
  for (int p = t->first; p < order->count; p++) {
    int placed = order->loops[p], counted = order->loops[order->at[p]];
    parent = tiles[p] != PME_NONE ? add_in_tile(c, parent, placed, counted, t->sizes[p], tiles[p])
                                  : add_whole(c, parent, placed, counted);
    c->node[counted] = parent;
    outermost = p == 0 && tiles[p] == PME_NONE ? parent : outermost;
  }
  for (int p = t->first; p + 1 < order->count; p++)
    copy_beside(c, order->loops[p], order->loops[p + 1], parent);
  c->worksharing[order->loops[0]] = outermost;
  copy_children(c, pme_program_node(c->from, order->loops[order->count - 1])->first_child, parent);
}

static void copy_node(copier *c, int id, int parent) {
  const pme_node *node = pme_program_node(c->from, id);
  pme_guard guard;
  pme_expr conditions[MOST_BOUNDS];
  pme_region region;
  pme_access access;
  if (id == c->tiling->order->loops[0]) {
    copy_nest(c, parent);
    return;
  }
  switch (node->kind) {
  case PME_NODE_LOOP:
    c->node[id] = c->worksharing[id] = add_whole(c, parent, id, id);
    break;
  case PME_NODE_REGION:
    region.threads = copy_expr(c, node->u.region.threads);
    c->node[id] = pme_program_add_region(c->to, parent, &region, node->place);
    break;
  case PME_NODE_GUARD:
    guard = node->u.guard;
    guard.condition_count = copy_exprs(c, guard.conditions, guard.condition_count, conditions);
    guard.conditions = conditions;
    c->node[id] = pme_program_add_guard(c->to, parent, &guard, node->place);
    break;
  case PME_NODE_ACCESS:
    access = node->u.access;
    access.offset_bytes = copy_expr(c, access.offset_bytes);
    c->node[id] = pme_program_add_access(c->to, parent, &access, node->place);
    break;
  }
  copy_children(c, node->first_child, c->node[id]);
}

static void copy_children(copier *c, int first, int parent) {
  for (int id = first; id != PME_NONE; id = pme_program_node(c->from, id)->next_sibling)
    copy_node(c, id, parent);
}

/* ---- all that is no node ---- */

static void copy_declarations(copier *c) {
  for (int p = 0; p < pme_program_parameter_count(c->from); p++) {
    const pme_parameter *parameter = pme_program_parameter(c->from, p);
    int id = pme_program_add_parameter(c->to, parameter->name);
    if (parameter->known)
      pme_program_set_parameter(c->to, id, parameter->value);
  }
  for (int a = 0; a < pme_program_array_count(c->from); a++) {
    pme_array array = *pme_program_array(c->from, a);
    pme_expr extents[MOST_BOUNDS];
    array.extent_count = copy_exprs(c, array.extents, array.extent_count, extents);
    array.extents = extents;
    pme_program_add_array(c->to, &array);
  }
}

static void copy_findings(copier *c) {
  for (int i = 0; i < pme_program_reason_count(c->from); i++) {
    pme_reason reason = *pme_program_reason(c->from, i);
    if (reason.node != PME_NONE && c->node[reason.node] != PME_NONE) {
      reason.node = c->node[reason.node];
      pme_program_add_reason(c->to, &reason);
    }
  }
}

static int construct_of(const pme_program *program, int node) {
  while (pme_program_node(program, node)->parent != PME_NONE)
    node = pme_program_node(program, node)->parent;
  return node;
}

pme_program *pme__tile_program(const pme_program *program, const pme__tiling *tiling, int *loop) {
  int count = pme_program_node_count(program);
  pme_arena *arena = pme_arena_create();
  copier c = {.from = program,
              .to = pme_program_create(),
              .tiling = tiling,
              .node = arena ? PME_ARENA_NEW(arena, int, count) : NULL,
              .worksharing = arena ? PME_ARENA_NEW(arena, int, count) : NULL};
  bool is_made = c.to && c.node && c.worksharing;
  for (int id = 0; is_made && id < count; id++)
    c.node[id] = c.worksharing[id] = PME_NONE;
  if (is_made) {
    pme_program_set_function(c.to, pme_program_function(program), pme_program_file(program), pme_program_line(program));
    copy_declarations(&c);
    copy_node(&c, construct_of(program, *loop), PME_NONE);
    copy_findings(&c);
    *loop = c.worksharing[*loop];
    is_made = pme_program_status(c.to) == PME_OK && *loop != PME_NONE;
  }
  pme_arena_destroy(arena);
  if (is_made)
    return c.to;
  pme_program_destroy(c.to);
  return NULL;
}
