/* Nests whose innermost loop goes from line to line where another of their loops would go along lines.
 *
 * That loops may be exchanged is made likely, not proved: nothing else stands between them, bounds do not depend on
 * each other, and what is written is read and written at one subscript alone.
 */
#include <math.h>
#include <stdlib.h>

#include "analysis/advise/time/loop_body.h"
#include "analysis/by_size/unknown_sizes.h"
#include "analysis/core/tree.h"
#include "pmecache/advice.h"

/* Lines an iteration that are left; and misses of the first level, a share of the accesses: what hits is no matter. */
static const double LEFT = 0.5, LEAST_MISSES = 0.1;
/* Sizes that nobody knows. Odd, as by_size takes them. */
enum { USUAL_SIZE = 1001, STEPS_BACK = 4 };

typedef struct nest {
  const pme_concrete *concrete;
  const pme_program *program;
  const pme_subject *subject;
  int64_t line_bytes;
  int shared; /* the worksharing loop */
} nest;

static const pme_concrete_node *node_at(const nest *n, int id) { return pme_concrete_node_at(n->concrete, id); }

static bool moves(const nest *n, int access, int loop) { return pme__stride_along(n->concrete, access, loop) != 0; }

/* ---- lines ---- */

/* Same array, and no loop moves one but not the other. */
static bool moves_alike(const nest *n, int a, int b) {
  const pme_affine *x = &node_at(n, a)->u.access.offset_bytes, *y = &node_at(n, b)->u.access.offset_bytes;
  if (node_at(n, a)->u.access.array != node_at(n, b)->u.access.array || x->depth != y->depth)
    return false;
  for (int d = 0; d < x->depth; d++)
    if (x->coefficients[d] != y->coefficients[d])
      return false;
  return true;
}

/* `b` finds the line that `a` has in the same iteration, or in one of the last few. */
static bool shares_line(const nest *n, int a, int b, int loop) {
  int64_t distance = node_at(n, a)->u.access.offset_bytes.constant - node_at(n, b)->u.access.offset_bytes.constant;
  int64_t step = llabs((long long)pme__stride_along(n->concrete, b, loop));
  if (!moves_alike(n, a, b))
    return false;
  distance = llabs((long long)distance);
  if (step > 0 && distance / step <= STEPS_BACK)
    distance %= step;
  return distance < n->line_bytes;
}

/* Accesses of a nest, in the order of the program. */
typedef struct accesses {
  int count, most;
  int *ids;
  bool is_whole; /* all of them have an address */
} accesses;

static void collect(const nest *n, int first, accesses *out) {
  for (int id = first; id != PME_NONE; id = pme_program_node(n->program, id)->next_sibling) {
    const pme_node *node = pme_program_node(n->program, id);
    out->is_whole = out->is_whole && node_at(n, id)->modelled && node->kind != PME_NODE_LOOP &&
                    (node->kind != PME_NODE_ACCESS || node_at(n, id)->u.access.offset_bytes.div_count == 0);
    if (node->kind == PME_NODE_ACCESS && out->count < out->most)
      out->ids[out->count++] = id;
    else
      collect(n, node->first_child, out);
  }
}

static double lines_of(const nest *n, const accesses *all, int k, int loop) {
  double step = fabs((double)pme__stride_along(n->concrete, all->ids[k], loop));
  for (int i = 0; i < k; i++)
    if (shares_line(n, all->ids[i], all->ids[k], loop))
      return 0;
  return fmin(step / (double)n->line_bytes, 1);
}

/* New lines in an iteration if `loop` is the innermost. */
static double lines_in_all(const nest *n, const accesses *all, int loop) {
  double lines = 0;
  for (int k = 0; k < all->count; k++)
    lines += lines_of(n, all, k, loop);
  return lines;
}

/* ---- what may be exchanged ---- */

static bool depends_on(const pme_affine *bound, int depth) {
  return bound->div_count > 0 || (depth < bound->depth && bound->coefficients[depth] != 0);
}

static bool bounds_depend_on(const nest *n, int loop, int depth) {
  const pme_concrete_loop *l = &node_at(n, loop)->u.loop;
  for (int i = 0; i < l->first_count; i++)
    if (depends_on(&l->firsts[i], depth))
      return true;
  for (int i = 0; i < l->last_count; i++)
    if (depends_on(&l->lasts[i], depth))
      return true;
  return false;
}

/* Whether all that stands in the loop, beside the one inside of it, is read and is always the same. */
static bool holds_only(const nest *n, int loop, int inside) {
  for (int id = pme_program_node(n->program, loop)->first_child; id != PME_NONE;
       id = pme_program_node(n->program, id)->next_sibling) {
    const pme_node *node = pme_program_node(n->program, id);
    if (id == inside)
      continue;
    if (node->kind != PME_NODE_ACCESS || node->u.access.is_write || !node_at(n, id)->modelled)
      return false;
    for (int around = loop; around != PME_NONE; around = pme__loop_around(n->subject, around))
      if (moves(n, id, around))
        return false;
  }
  return true;
}

/* Whether `outer` and `inner` are the ends of a rectangle with nothing between. */
static bool is_perfect(const nest *n, int outer, int inner) {
  int depth = node_at(n, outer)->u.loop.depth;
  for (int loop = inner; loop != outer; loop = pme_program_node(n->program, loop)->parent) {
    int around = pme_program_node(n->program, loop)->parent;
    if (pme_program_node(n->program, around)->kind != PME_NODE_LOOP || !holds_only(n, around, loop) ||
        bounds_depend_on(n, loop, depth) || bounds_depend_on(n, inner, node_at(n, around)->u.loop.depth))
      return false;
  }
  return true;
}

/* What is written stands at one subscript; shared out by `inner`, each thread writes elements of its own. */
static bool may_be_exchanged(const nest *n, const accesses *all, int outer, int inner) {
  bool is_dealt = outer == n->shared || node_at(n, n->shared)->u.loop.collapse > 1;
  for (int w = 0; w < all->count; w++) {
    if (!pme_program_node(n->program, all->ids[w])->u.access.is_write)
      continue;
    if (is_dealt && !moves(n, all->ids[w], inner))
      return false;
    for (int k = 0; k < all->count; k++)
      if (node_at(n, all->ids[k])->u.access.array == node_at(n, all->ids[w])->u.access.array &&
          (!moves_alike(n, all->ids[k], all->ids[w]) || node_at(n, all->ids[k])->u.access.offset_bytes.constant !=
                                                            node_at(n, all->ids[w])->u.access.offset_bytes.constant))
        return false;
  }
  return true;
}

/* No access goes from line to line that does not now. */
static bool worsens_none(const nest *n, const accesses *all, int outer, int inner) {
  for (int k = 0; k < all->count; k++)
    if (lines_of(n, all, k, outer) >= 1 && lines_of(n, all, k, inner) < 1)
      return false;
  return true;
}

/* ---- one nest ---- */

static int widest_access(const nest *n, const accesses *all, int loop) {
  int widest = all->ids[0];
  for (int k = 1; k < all->count; k++)
    if (llabs((long long)pme__stride_along(n->concrete, all->ids[k], loop)) >
        llabs((long long)pme__stride_along(n->concrete, widest, loop)))
      widest = all->ids[k];
  return widest;
}

/* The best of the loops around an innermost one, up to the worksharing loop; false: none is notably better. */
static bool find_order(const nest *n, const accesses *all, int inner, pme_loop_order *out) {
  double now = lines_in_all(n, all, inner), least = LEFT * now;
  int best = PME_NONE;
  for (int outer = inner; outer != n->shared;) {
    outer = pme__loop_around(n->subject, outer);
    if (outer == PME_NONE || !is_perfect(n, outer, inner))
      break;
    double lines = lines_in_all(n, all, outer);
    if (lines > least || !may_be_exchanged(n, all, outer, inner) || !worsens_none(n, all, outer, inner))
      continue;
    least = lines;
    best = outer;
  }
  if (best == PME_NONE)
    return false;
  int access = widest_access(n, all, inner);
  *out = (pme_loop_order){.node = n->shared,
                          .inner = inner,
                          .outer = best,
                          .access = access,
                          .stride_bytes = llabs((long long)pme__stride_along(n->concrete, access, inner)),
                          .lines_now = now,
                          .lines_then = least};
  return now >= 1;
}

static bool is_innermost(const nest *n, int loop, accesses *all) {
  *all = (accesses){.most = all->most, .ids = all->ids, .is_whole = true};
  collect(n, pme_program_node(n->program, loop)->first_child, all);
  return all->is_whole && all->count > 0;
}

static bool is_below(const nest *n, int loop) {
  const pme_concrete_loop *shared = &node_at(n, n->shared)->u.loop;
  return node_at(n, loop)->modelled && !shared->is_team && !shared->ordered &&
         pme_subject_is_below(n->subject, loop, n->shared);
}

/* ---- all of them ---- */

typedef struct finder {
  const pme_prediction *prediction;
  const pme_concrete *concrete; /* with values for all sizes */
  const pme_by_size *by_size;   /* NULL: they have values of their own */
  accesses all;
  pme_loop_orders *out;
} finder;

static bool misses_much(const pme_misses *first_level, double accesses) {
  return accesses > 0 && first_level->misses >= LEAST_MISSES * accesses;
}

/* Of a worksharing loop at the largest size; of one with a number, inside of its innermost loop. */
static bool matters(const finder *f, int shared, int inner) {
  for (int i = 0; f->by_size && i < f->by_size->loop_count; i++) {
    const pme_by_size_loop *loop = &f->by_size->loops[i];
    if (loop->node != shared)
      continue;
    const pme_misses *m = loop->point_count > 0 ? &loop->points[loop->point_count - 1].levels[0] : NULL;
    return m && loop->status == PME_LOOP_MODELLED && misses_much(m, m->accesses);
  }
  const pme_loop_prediction *row = f->by_size ? NULL : pme__loop_row(f->prediction, inner);
  return row && row->status == PME_LOOP_MODELLED && misses_much(&row->levels[0], row->levels[0].accesses);
}

static void look_below(finder *f, int shared) {
  nest n = {f->concrete, pme_concrete_program(f->concrete), pme_concrete_subject(f->concrete),
            f->prediction->machine->levels[0].line_bytes, shared};
  for (int i = 0; i < f->prediction->loop_count; i++) {
    int inner = f->prediction->loops[i].node;
    if (is_below(&n, inner) && is_innermost(&n, inner, &f->all) && matters(f, shared, inner) &&
        find_order(&n, &f->all, inner, &f->out->orders[f->out->count])) {
      f->out->count++;
      return; /* one a loop */
    }
  }
}

static void look_at_all(finder *f) {
  const pme_program *program = pme_concrete_program(f->concrete);
  for (int i = 0; i < f->prediction->loop_count; i++) {
    int node = f->prediction->loops[i].node;
    bool has_number = f->prediction->loops[i].status == PME_LOOP_MODELLED;
    if (pme__has_own_team(program, node) && pme_concrete_node_at(f->concrete, node)->modelled &&
        has_number == !f->by_size)
      look_below(f, node);
  }
}

/* The program with a usual value for each size. */
static pme_status bind_usual(const pme_prediction *prediction, const pme_what_if *what_if, const pme_by_size *by_size,
                             pme_arena *arena, pme_concrete **out) {
  pme_what_if bound = *what_if;
  pme_binding *all =
      PME_ARENA_NEW(arena, pme_binding, what_if->binding_count + by_size->symbol_count + by_size->taken_count);
  if (!all)
    return PME_NO_MEMORY;
  bound.bindings = all;
  for (int i = 0; i < what_if->binding_count; i++)
    all[i] = what_if->bindings[i];
  for (int i = 0; i < by_size->symbol_count; i++)
    all[bound.binding_count++] = (pme_binding){.name = by_size->symbols[i], .value = USUAL_SIZE / by_size->parts[i]};
  for (int i = 0; i < by_size->taken_count; i++)
    all[bound.binding_count++] = by_size->taken[i];
  return pme_concrete_create(pme_concrete_program(prediction->concrete), &bound, out, NULL);
}

static pme_status look_with_sizes(finder *f, const pme_what_if *what_if, pme_arena *arena) {
  static const pme_what_if nothing = {0};
  pme_concrete *concrete = NULL;
  pme_status status = bind_usual(f->prediction, what_if ? what_if : &nothing, f->by_size, arena, &concrete);
  f->concrete = concrete;
  int first = f->out->count;
  if (status == PME_OK)
    look_at_all(f);
  for (int i = first; i < f->out->count; i++)
    f->out->orders[i].stride_bytes = 0;
  pme_concrete_destroy(concrete);
  return status;
}

pme_status pme_find_loop_orders(const pme_prediction *prediction, const pme_what_if *what_if,
                                const pme_by_size *by_size, pme_arena *arena, const pme_loop_orders **out) {
  int most = prediction->reference_count;
  finder f = {.prediction = prediction,
              .concrete = prediction->concrete,
              .all = {.most = most, .ids = PME_ARENA_NEW(arena, int, most)},
              .out = PME_ARENA_NEW(arena, pme_loop_orders, 1)};
  if (!f.all.ids || !f.out || !(f.out->orders = PME_ARENA_NEW(arena, pme_loop_order, prediction->loop_count + 1)))
    return PME_NO_MEMORY;
  f.out->prediction = prediction;
  look_at_all(&f);
  f.by_size = by_size;
  *out = f.out;
  return by_size && by_size->loop_count > 0 ? look_with_sizes(&f, what_if, arena) : PME_OK;
}
