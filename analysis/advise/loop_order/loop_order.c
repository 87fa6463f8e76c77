/* Nests whose loops stand in an order that costs more than another one that is legal.
 *
 * Only nests are examined that wait for lines, and of which footprints say that another order would find more of them:
 * of those the dependences, then the best of the legal orders, by prediction.
 */
#include <math.h>
#include <stdlib.h>

#include "analysis/advise/time/loop_body.h"
#include "analysis/by_size/unknown_sizes.h"
#include "analysis/core/tree.h"
#include "dealt_blocks.h"
#include "loop_fusion.h"
#include "nest_tiles.h"
#include "pmecache/advice.h"

/* Misses of the first level, a share of the accesses; waiting for lines, in cycles an access; misses of the outermost
 * level where there are no times. What hits is no matter. */
static const double LEAST_MISSES = 0.1, LEAST_WAIT = 0.2, LEAST_OUTERMOST = 0.01;
/* Sizes that nobody knows. Odd, as by_size takes them. */
enum { USUAL_SIZE = 1001, MOST_DEEP_TRIALS = 24 };
/* For the trials of a worksharing loop; a deep search has no end of its own. */
static const double EFFORT_OF_LOOP = 5e7, DEEP_EFFORT = 1e15;
/* For both predictions of two loops beside each other. */
static const double EFFORT_OF_PAIR = 6e7;

/* ---- the best ---- */

/* Of legal ones. Sets `is_exchanged` where one is better than what is there. */
static pme_status choose(pme__order_finder *f, pme__order_candidates *all, pme_loop_order *out) {
  pme__order_question question = pme__order_question_of(f, out->node);
  pme__order_trial now, then, best;
  pme_status status = pme__try_order(&question, NULL, &now);
  f->in_order = f->as_it_stands = now;
  int most = f->is_deep ? MOST_DEEP_TRIALS : PME__MOST_TRIALS;
  pme__sort_for_trials(all);
  for (int i = 0; status == PME_OK && now.is_answered && i < all->count && i < most; i++) {
    status = pme__try_order(&question, &all->all[i].order, &then);
    if (status != PME_OK || !pme__is_better_order(&question, &now, &then) ||
        (out->is_exchanged && pme__compare_orders(&question, &now, &best, &then) <= 0))
      continue;
    f->in_order = best = then;
    out->is_exchanged = true;
    pme__note_best_order(&all->all[i], out);
    pme__note_order_gain(&question, &now, &best, out);
  }
  return status;
}

/* ---- a nest ---- */

static pme_loop_order nest_as_it_is(const pme__order_finder *f, int shared, int inner,
                                    const pme__order_candidates *all) {
  int access = pme__widest_access(&f->body, inner);
  return (pme_loop_order){.node = shared,
                          .order = all->all[0].order,
                          .inner = inner,
                          .access = access,
                          .stride_bytes = llabs((long long)pme__stride_along(f->concrete, access, inner)),
                          .lines_now = all->lines_now,
                          .lines_then = all->all[0].lines,
                          .from = PME_NONE,
                          .to = PME_NONE,
                          .kept_by = PME_NONE};
}

static pme_status find_order(pme__order_finder *f, int shared, int inner, bool *is_found) {
  pme__order_candidates *all = f->candidates;
  pme_nest_order nest;
  pme__find_nest(f, shared, inner, &nest);
  pme__wait_question wait = {f->prediction->machine, f->has_costs ? &f->costs : NULL,
                             &pme_program_node(pme_concrete_program(f->concrete), inner)->u.loop.work,
                             pme_concrete_node_at(f->concrete, shared)->u.loop.threads};
  pme__collect_orders(&wait, &f->body, &nest, all);
  *is_found = false;
  f->in_order = f->as_it_stands = (pme__order_trial){0};
  if (all->count == 0 || (!pme__has_good_order(all) && !pme__tiles_promise(f, &wait, shared, &nest)))
    return PME_OK;
  pme_loop_order *out = &f->out->orders[f->out->count];
  *out = nest_as_it_is(f, shared, inner, all);
  bool would_halve = pme__goes_along_lines(all, &all->all[0]);
  pme_status status = pme__examine_nest(f, &nest, out);
  if (status == PME_OK && f->has_directions) {
    pme__keep_legal_orders(&f->reading, &f->directions, pme__dealt_in(f->concrete, shared, &nest), all, out);
    status = all->count > 0 ? choose(f, all, out) : PME_OK;
    out->is_rectangular = pme__is_rectangular(&f->reading.nest, &nest, 0);
    pme_nest_order order = out->is_exchanged ? out->order : nest;
    if (status == PME_OK)
      status = pme__find_tiles(f, &wait, &order, out);
    if (status == PME_OK)
      status = pme__find_dealt_blocks(f, &wait, &nest, out);
  }
  *is_found = out->is_exchanged || out->tile_count > 0 || (would_halve && out->legality != PME_ORDER_LEGAL);
  out->outer = out->order.loops[out->order.at[out->order.count - 1]];
  return status;
}

/* ---- all of them ---- */

static double waits_for_lines(const pme__order_finder *f, const pme_misses levels[]) {
  double waits = 0;
  for (int l = 0; l < f->prediction->level_count && f->has_costs; l++)
    waits += levels[l].misses * f->costs.scattered[l + 1];
  return waits;
}

static bool waits_much(const pme__order_finder *f, const pme_misses levels[]) {
  int count = f->prediction->level_count;
  double accesses = levels[0].accesses, waits = waits_for_lines(f, levels);
  if (accesses <= 0)
    return false;
  return f->is_deep || levels[0].misses >= LEAST_MISSES * accesses || waits >= LEAST_WAIT * accesses ||
         (!f->has_costs && levels[count - 1].misses >= LEAST_OUTERMOST * accesses);
}

/* Of a worksharing loop at the largest size; of one with a number, inside of its innermost loop. */
static bool matters(const pme__order_finder *f, int shared, int inner) {
  for (int i = 0; f->by_size && i < f->by_size->loop_count; i++) {
    const pme_by_size_loop *loop = &f->by_size->loops[i];
    if (loop->node != shared)
      continue;
    const pme_misses *m = loop->point_count > 0 ? loop->points[loop->point_count - 1].levels : NULL;
    return m && loop->status == PME_LOOP_MODELLED && waits_much(f, m);
  }
  const pme_loop_prediction *row = f->by_size ? NULL : pme__loop_row(f->prediction, inner);
  return row && row->status == PME_LOOP_MODELLED && waits_much(f, row->levels);
}

/* A sum in the innermost loop waits for itself; another loop may do without. */
static bool is_chained(const pme__order_finder *f, int inner) {
  return f->has_costs && pme__chain_of(f->concrete, inner) > 0;
}

static bool is_inside(const pme__order_finder *f, int loop, int shared) {
  const pme_concrete_loop *dealt = &pme_concrete_node_at(f->concrete, shared)->u.loop;
  return pme_concrete_node_at(f->concrete, loop)->modelled && !dealt->is_team && !dealt->ordered &&
         pme_subject_is_below(pme_concrete_subject(f->concrete), loop, shared);
}

/* Whether others have taken what there is for all loops. */
static bool is_over(pme__order_finder *f) {
  bool is = f->allowance_ms > 0 && f->out->effort_ms >= f->allowance_ms;
  f->out->is_put_off = f->out->is_put_off || is;
  return is;
}

static pme_status look_below(pme__order_finder *f, int shared) {
  pme_status status = PME_OK;
  bool is_found = false, is_carried = false;
  pme_loop_order *out = &f->out->orders[f->out->count], carried;
  double effort = f->is_deep ? DEEP_EFFORT : EFFORT_OF_LOOP;
  f->left_effort = effort;
  for (int i = 0; i < f->prediction->loop_count && status == PME_OK && !is_found; i++) { /* one a loop */
    int inner = f->prediction->loops[i].node;
    if (!is_inside(f, inner, shared))
      continue;
    pme__collect_body(&f->body, inner);
    if (!f->body.is_whole || f->body.count == 0 || (!is_chained(f, inner) && !matters(f, shared, inner)) || is_over(f))
      continue;
    status = find_order(f, shared, inner, &is_found);
    if (status != PME_OK || is_found)
      break;
    out->legality = PME_ORDER_LEGAL;
    status = pme__find_distributed(f, shared, inner, &is_found);
    if (!is_found && !is_carried && out->legality == PME_ORDER_CARRIED) {
      is_carried = true;
      carried = *out;
    }
  }
  if (!is_found && is_carried)
    *out = carried;
  f->out->count += is_found || is_carried;
  f->out->effort_ms += 1e-6 * (effort - f->left_effort);
  return status;
}

/* ---- loops beside each other ---- */

/* For sizes that nobody knows, where arrays are not declared for less: rows that are longer than declared would share
 * elements. 0: all are known. */
static int64_t usual_size_of(const pme__order_finder *f) {
  const pme_by_size *by_size = f->by_size;
  if (!by_size)
    return 0;
  return by_size->limit > 0 && by_size->limit < USUAL_SIZE ? by_size->limit : USUAL_SIZE;
}

static bool is_dealt_or_inside(const pme__order_finder *f, int loop) {
  const pme_program *program = pme_concrete_program(f->concrete);
  int up = loop;
  while (up != PME_NONE && !(pme_program_node(program, up)->kind == PME_NODE_LOOP && pme__has_own_team(program, up)))
    up = pme_program_node(program, up)->parent;
  return up != PME_NONE;
}

/* The pair that begins with the loop, if that may be worth it; PME_NONE: nothing to try. */
static int worthy_neighbour_of(const pme__order_finder *f, int loop) {
  int next = pme_concrete_node_at(f->concrete, loop)->modelled && is_dealt_or_inside(f, loop)
                 ? pme__neighbour_of(f->concrete, loop)
                 : PME_NONE;
  if (next == PME_NONE || !(matters(f, loop, loop) || matters(f, next, next)))
    return PME_NONE;
  bool may = f->is_deep || f->by_size || !f->has_costs || pme__may_save_lines(f->prediction, &f->costs, loop, next);
  return may ? next : PME_NONE;
}

static pme_status try_beside(pme__order_finder *f, const pme_loop_fusion *pair) {
  pme_loop_fusion *out = &f->out->fusions[f->out->fusion_count];
  bool is_found = false;
  if (is_over(f))
    return PME_OK;
  double effort = f->is_deep ? DEEP_EFFORT : EFFORT_OF_PAIR;
  f->left_effort = effort;
  pme__order_question question = pme__order_question_of(f, pair->first);
  *out = *pair;
  pme_status status = pme__try_fusion(&question, &is_found, out);
  out->usual_size = usual_size_of(f);
  f->out->fusion_count += is_found;
  f->out->effort_ms += 1e-6 * (effort - f->left_effort);
  return status;
}

static int by_first(const void *a, const void *b) {
  return ((const pme_loop_fusion *)a)->first - ((const pme_loop_fusion *)b)->first;
}

/* First those that may be one, so that they do not hang on whether somebody reads of the others. */
static pme_status look_beside_all(pme__order_finder *f) {
  pme_status status = PME_OK;
  int count = 0, first = f->out->fusion_count;
  pme_loop_fusion *pairs = PME_ARENA_NEW(f->arena, pme_loop_fusion, f->prediction->loop_count);
  if (!pairs)
    return PME_NO_MEMORY;
  for (int i = 0; i < f->prediction->loop_count && status == PME_OK; i++) {
    int loop = f->prediction->loops[i].node;
    bool is_theirs = (f->prediction->loops[i].status == PME_LOOP_MODELLED) == !f->by_size;
    int next = is_theirs ? worthy_neighbour_of(f, loop) : PME_NONE;
    if (next == PME_NONE)
      continue;
    pairs[count] = pme__fusion_of(pme_concrete_program(f->concrete), loop, next);
    status = pme__examine_fusion(f->concrete, f->arena, &pairs[count++]);
  }
  for (int legal = 1; legal >= f->legal_only; legal--)
    for (int i = 0; i < count && status == PME_OK; i++)
      if ((pairs[i].legality == PME_ORDER_LEGAL) == (legal == 1))
        status = try_beside(f, &pairs[i]);
  qsort(f->out->fusions + first, (size_t)(f->out->fusion_count - first), sizeof *f->out->fusions, by_first);
  return status;
}

static bool is_asked(const pme__order_finder *f, const pme_loop_prediction *row) {
  return pme__has_own_team(pme_concrete_program(f->concrete), row->node) &&
         pme_concrete_node_at(f->concrete, row->node)->modelled && (row->status == PME_LOOP_MODELLED) == !f->by_size;
}

/* Where trials have an end, those loops come first that wait most. */
static int next_loop(const pme__order_finder *f, const bool *done) {
  int next = -1, outermost = f->prediction->level_count - 1;
  double most = -1;
  for (int i = 0; i < f->prediction->loop_count; i++) {
    const pme_misses *levels = f->prediction->loops[i].levels;
    double waits = f->has_costs ? waits_for_lines(f, levels) : levels[outermost].misses;
    waits = f->allowance_ms > 0 ? waits : 0;
    if (!done[i] && waits > most && is_asked(f, &f->prediction->loops[i])) {
      most = waits;
      next = i;
    }
  }
  return next;
}

static int by_node(const void *a, const void *b) {
  return ((const pme_loop_order *)a)->node - ((const pme_loop_order *)b)->node;
}

static pme_status look_at_all(pme__order_finder *f) {
  pme_status status = PME_OK;
  int first = f->out->count;
  bool *done = PME_ARENA_NEW(f->arena, bool, f->prediction->loop_count);
  if (!done)
    return PME_NO_MEMORY;
  f->body.concrete = f->concrete;
  for (int i = next_loop(f, done); i >= 0 && status == PME_OK; i = next_loop(f, done)) {
    done[i] = true;
    status = look_below(f, f->prediction->loops[i].node);
  }
  qsort(f->out->orders + first, (size_t)(f->out->count - first), sizeof *f->out->orders, by_node);
  return status == PME_OK ? look_beside_all(f) : status;
}

/* What is asked, with a usual value for each size. */
static bool bind_usual(const pme__order_finder *f, pme_what_if *out) {
  const pme_by_size *by_size = f->by_size;
  int count = f->what_if->binding_count;
  pme_binding *all = PME_ARENA_NEW(f->arena, pme_binding, count + by_size->symbol_count + by_size->taken_count);
  *out = *f->what_if;
  out->bindings = all;
  if (!all)
    return false;
  for (int i = 0; i < count; i++)
    all[i] = f->what_if->bindings[i];
  for (int i = 0; i < by_size->symbol_count; i++)
    all[count++] =
        (pme_binding){.name = by_size->symbols[i], .value = pme_size_form_value(by_size->forms[i], usual_size_of(f))};
  for (int i = 0; i < by_size->taken_count; i++)
    all[count++] = by_size->taken[i];
  out->binding_count = count;
  return true;
}

static void note_usual_size(const pme__order_finder *f, pme_loop_order *order) {
  order->usual_size = usual_size_of(f);
  order->stride_bytes = 0;
}

static pme_status look_with_sizes(pme__order_finder *f) {
  pme_what_if usual;
  pme_concrete *concrete = NULL;
  int first = f->out->count;
  if (!bind_usual(f, &usual))
    return PME_NO_MEMORY;
  f->what_if = &usual;
  pme_status status = pme_concrete_create(pme_concrete_program(f->prediction->concrete), &usual, &concrete, NULL);
  f->concrete = concrete;
  if (status == PME_OK)
    status = look_at_all(f);
  for (int i = first; i < f->out->count; i++)
    note_usual_size(f, &f->out->orders[i]);
  pme_concrete_destroy(concrete);
  return status;
}

pme_status pme_find_loop_orders(const pme_loop_order_question *question, pme_arena *arena,
                                const pme_loop_orders **out) {
  static const pme_what_if nothing = {0};
  const pme_prediction *prediction = question->prediction;
  const pme_by_size *by_size = question->by_size;
  int most = prediction->reference_count + 2; /* a sum that is kept in an array */
  pme__order_finder f = {.prediction = prediction,
                         .what_if = question->what_if ? question->what_if : &nothing,
                         .is_deep = question->deep,
                         .allowance_ms = question->allowance_ms,
                         .legal_only = question->legal_only,
                         .candidates = PME_ARENA_NEW(arena, pme__order_candidates, 1),
                         .concrete = prediction->concrete,
                         .arena = arena,
                         .body = {.line_bytes = prediction->machine->levels[0].line_bytes,
                                  .most = most,
                                  .ids = PME_ARENA_NEW(arena, int, most)},
                         .out = PME_ARENA_NEW(arena, pme_loop_orders, 1)};
  f.has_costs = pme__costs_of(prediction->machine, &f.costs);
  f.has_told = pme_machine_as_told(prediction->machine, &f.told);
  if (!f.body.ids || !f.candidates || !f.out ||
      !(f.out->orders = PME_ARENA_NEW(arena, pme_loop_order, prediction->loop_count + 1)) ||
      !(f.out->fusions = PME_ARENA_NEW(arena, pme_loop_fusion, prediction->loop_count + 1)))
    return PME_NO_MEMORY;
  f.out->prediction = prediction;
  pme_status status = look_at_all(&f);
  f.by_size = by_size;
  *out = f.out;
  return status == PME_OK && by_size && by_size->loop_count > 0 ? look_with_sizes(&f) : status;
}
