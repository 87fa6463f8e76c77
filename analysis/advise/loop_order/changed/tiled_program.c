/* Copies a program, and puts tiled loops in the place of those of a nest. */
#include "tiled_program.h"

#include "program_copy.h"

typedef struct change {
  const pme__tiling *tiling;
  int *outermost; /* the node that stands in the place of the nest's outermost loop */
} change;

static const pme__tiling *tiling_of(const pme__program_copy *c) { return ((const change *)c->change)->tiling; }

/* ---- bounds ---- */

bool pme__are_whole_tiles(const pme_program *program, int loop, int64_t size) {
  const pme_loop *source = &pme_program_node(program, loop)->u.loop;
  const pme_expr_node *first = pme_program_expr(program, source->firsts[0]);
  const pme_expr_node *last = pme_program_expr(program, source->lasts[0]);
  const pme_expr_node *step = pme_program_expr(program, source->step);
  return source->first_count == 1 && source->last_count == 1 && first->kind == PME_EXPR_CONSTANT &&
         last->kind == PME_EXPR_CONSTANT && step->kind == PME_EXPR_CONSTANT &&
         ((last->value - first->value) / step->value + 1) % size == 0;
}

/* ---- nodes ---- */

/* Work stays where it stands, but the chain of the innermost loop is that of the order. */
static pme_work work_of(const pme__program_copy *c, int placed) {
  const pme_nest_order *order = tiling_of(c)->order;
  pme_work work = pme_program_node(c->from, placed)->u.loop.work;
  if (placed == order->loops[order->count - 1])
    work.chain = (int64_t)tiling_of(c)->chain;
  return work;
}

/* The loop of `counted` in the place of `placed`: what shares iterations out stays where it stands. */
static int add_loop(const pme__program_copy *c, int parent, int placed, int counted, const pme_loop *bounds) {
  const pme_node *place = pme_program_node(c->from, placed);
  pme_loop loop = place->u.loop;
  loop.variable = pme_program_node(c->from, counted)->u.loop.variable;
  loop.firsts = bounds->firsts;
  loop.lasts = bounds->lasts;
  loop.first_count = bounds->first_count;
  loop.last_count = bounds->last_count;
  loop.step = bounds->step;
  loop.work = work_of(c, placed);
  loop.chunk = pme__copy_expr(c, loop.chunk);
  loop.threads = pme__copy_expr(c, loop.threads);
  return pme_program_add_loop(c->to, parent, &loop, pme_program_node(c->from, counted)->place);
}

/* A loop that nothing is shared out of. */
static int add_plain(const pme__program_copy *c, int parent, int placed, int counted, const pme_loop *bounds) {
  pme_loop loop = *bounds;
  loop.variable = pme_program_node(c->from, counted)->u.loop.variable;
  loop.chunk = loop.threads = PME_NONE;
  loop.collapse = 1;
  loop.carries = pme_program_node(c->from, placed)->u.loop.carries;
  loop.work = work_of(c, placed);
  return pme_program_add_loop(c->to, parent, &loop, pme_program_node(c->from, counted)->place);
}

/* `is_plain`: it is one that nothing is shared out of, wherever it stands. */
static int add_whole(const pme__program_copy *c, int parent, int placed, int counted, bool is_plain) {
  const pme_loop *source = &pme_program_node(c->from, counted)->u.loop;
  pme_expr firsts[PME__MOST_COPIED_BOUNDS], lasts[PME__MOST_COPIED_BOUNDS];
  pme_loop bounds = {.firsts = firsts, .lasts = lasts, .step = pme__copy_expr(c, source->step)};
  bounds.first_count = pme__copy_exprs(c, source->firsts, source->first_count, firsts);
  bounds.last_count = pme__copy_exprs(c, source->lasts, source->last_count, lasts);
  return (is_plain ? add_plain : add_loop)(c, parent, placed, counted, &bounds);
}

static int add_over_tiles(const pme__program_copy *c, int parent, int placed, int counted, int64_t size) {
  const pme_loop *source = &pme_program_node(c->from, counted)->u.loop;
  pme_expr firsts[PME__MOST_COPIED_BOUNDS], lasts[PME__MOST_COPIED_BOUNDS];
  pme_loop bounds = {.firsts = firsts, .lasts = lasts};
  bounds.step = pme_expr_multiply(c->to, pme__copy_expr(c, source->step), pme_expr_constant(c->to, size));
  bounds.first_count = pme__copy_exprs(c, source->firsts, source->first_count, firsts);
  bounds.last_count = pme__copy_exprs(c, source->lasts, source->last_count, lasts);
  return add_loop(c, parent, placed, counted, &bounds);
}

static int add_in_tile(const pme__program_copy *c, int parent, int placed, int counted, int64_t size, int tile) {
  const pme_loop *source = &pme_program_node(c->from, counted)->u.loop;
  pme_expr first = pme_expr_loop(c->to, tile), lasts[PME__MOST_COPIED_BOUNDS], step = pme__copy_expr(c, source->step);
  bool is_whole = pme__are_whole_tiles(c->from, counted, size);
  int count = is_whole ? 0 : pme__copy_exprs(c, source->lasts, source->last_count, lasts);
  lasts[count++] = pme_expr_add(c->to, first, pme_expr_multiply(c->to, step, pme_expr_constant(c->to, size - 1)));
  pme_loop bounds = {.first_count = 1, .last_count = count, .firsts = &first, .lasts = lasts, .step = step};
  return add_plain(c, parent, placed, counted, &bounds);
}

/* What stands between the loops of a nest is always the same: it goes where the loops over tiles are. */
static void copy_beside(pme__program_copy *c, int loop, int inside, int parent) {
  for (int id = pme_program_node(c->from, loop)->first_child; id != PME_NONE;
       id = pme_program_node(c->from, id)->next_sibling)
    if (id != inside && pme_program_node(c->from, id)->kind == PME_NODE_ACCESS) {
      pme_access access = pme_program_node(c->from, id)->u.access;
      access.offset_bytes = pme__copy_expr(c, access.offset_bytes);
      access.kept_loops = 0;
      c->node[id] = pme_program_add_access(c->to, parent, &access, pme_program_node(c->from, id)->place);
    }
}

static void copy_body(pme__program_copy *c, int parent) {
  const pme_nest_order *order = tiling_of(c)->order;
  for (int p = tiling_of(c)->first; p + 1 < order->count; p++)
    copy_beside(c, order->loops[p], order->loops[p + 1], parent);
  pme__copy_children(c, pme_program_node(c->from, order->loops[order->count - 1])->first_child, parent);
}

static void copy_in_blocks(pme__program_copy *c, int parent) {
  const pme_nest_order *order = tiling_of(c)->order;
  int cut = 0;
  while (order->at[cut] != 0)
    cut++;
  int64_t size = tiling_of(c)->sizes[cut];
  int blocks = parent = add_over_tiles(c, parent, order->loops[0], order->loops[0], size);
  for (int p = 0; p < order->count; p++) {
    int placed = order->loops[p], counted = order->loops[order->at[p]];
    parent =
        p == cut ? add_in_tile(c, parent, placed, counted, size, blocks) : add_whole(c, parent, placed, counted, true);
    c->node[counted] = parent;
  }
  *((const change *)c->change)->outermost = blocks;
  copy_body(c, parent);
}

static void copy_nest(pme__program_copy *c, int parent) {
  const pme__tiling *t = tiling_of(c);
  const pme_nest_order *order = t->order;
  int tiles[PME_MOST_NEST_LOOPS], outermost = PME_NONE;
  for (int p = 0; p < order->count; p++) {
    int placed = order->loops[p], counted = order->loops[order->at[p]];
    bool is_cut = p >= t->first && t->sizes[p] > 0;
    tiles[p] = PME_NONE;
    if (p < t->first)
      parent = c->node[counted] = add_whole(c, parent, placed, counted, false);
    else if (is_cut)
      parent = tiles[p] = add_over_tiles(c, parent, placed, counted, t->sizes[p]);
    outermost = p == 0 ? parent : outermost;
    if (p < t->first && p + 1 < order->count)
      copy_beside(c, placed, order->loops[p + 1], parent);
  }
  for (int p = t->first; p < order->count; p++) {
    int placed = order->loops[p], counted = order->loops[order->at[p]];
    parent = tiles[p] != PME_NONE ? add_in_tile(c, parent, placed, counted, t->sizes[p], tiles[p])
                                  : add_whole(c, parent, placed, counted, false);
    c->node[counted] = parent;
    outermost = p == 0 && tiles[p] == PME_NONE ? parent : outermost;
  }
  *((const change *)c->change)->outermost = outermost;
  copy_body(c, parent);
}

static bool replace(pme__program_copy *c, int id, int parent) {
  if (id != tiling_of(c)->order->loops[0])
    return false;
  if (tiling_of(c)->is_in_blocks)
    copy_in_blocks(c, parent);
  else
    copy_nest(c, parent);
  return true;
}

pme_program *pme__tile_program(const pme_program *program, const pme__tiling *tiling, int *loop) {
  int outermost = PME_NONE;
  change made = {tiling, &outermost};
  pme__program_copy c = {.replace = replace, .change = &made};
  if (pme__begin_copy(&c, program)) {
    pme__copy_node(&c, pme__construct_of(program, *loop), PME_NONE);
    *loop = *loop == tiling->order->loops[0] ? outermost : c.node[*loop];
  }
  return pme__end_copy(&c);
}
