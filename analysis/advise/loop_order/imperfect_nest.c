/* Nests whose outermost loop holds something else: it is distributed, and the nest that is left looked at in a program of
 * its own. */
#include <stdlib.h>

#include "analysis/advise/time/loop_body.h"
#include "changed/distributed_program.h"
#include "changed/expanded_program.h"
#include "loop_distribution.h"
#include "order_finder.h"

static bool is_dealt_out(const pme__order_finder *f, int shared, int loop) {
  const pme_concrete_loop *dealt = &pme_concrete_node_at(f->concrete, shared)->u.loop;
  return pme_concrete_node_at(f->concrete, loop)->u.loop.depth < dealt->depth + dealt->collapse;
}

/* The loop around a nest, which holds something else, too; PME_NONE: none inside of what is dealt out. */
static int imperfect_loop(const pme__order_finder *f, int shared, const pme_nest_order *nest) {
  const pme_program *program = pme_concrete_program(f->concrete);
  int around = nest->loops[0] == shared ? PME_NONE : pme_program_node(program, nest->loops[0])->parent;
  bool is_loop = around != PME_NONE && pme_program_node(program, around)->kind == PME_NODE_LOOP;
  return is_loop && !is_dealt_out(f, shared, around) && nest->count < PME_MOST_NEST_LOOPS ? around : PME_NONE;
}

/* Orders of the nest in a program of its own. `nodes`: the worksharing loop, then the loops of the nest. */
static pme_status choose_distributed(pme__order_finder *f, const pme__order_trial *now, int inner, const int nodes[],
                                     pme_loop_order *out) {
  pme__order_candidates *all = f->candidates;
  pme__order_question question = pme__order_question_of(f, nodes[0]);
  pme__order_trial then, best;
  pme_nest_order nest;
  pme__collect_body(&f->body, inner);
  pme__find_nest(f, nodes[0], inner, &nest);
  pme__wait_question wait = {f->prediction->machine, f->has_costs ? &f->costs : NULL,
                             &pme_program_node(pme_concrete_program(f->concrete), inner)->u.loop.work,
                             pme_concrete_node_at(f->concrete, nodes[0])->u.loop.threads};
  if (nest.loops[0] != nodes[1])
    return PME_OK;
  pme__collect_orders(&wait, &f->body, &nest, all);
  if (all->count == 0 || !pme__has_good_order(all))
    return PME_OK;
  pme_loop_order found = {.node = nodes[0], .lines_now = all->lines_now};
  pme_status status = pme__examine_nest(f, &nest, &found);
  if (status != PME_OK || !f->has_directions)
    return status;
  pme__keep_legal_orders(&f->reading, &f->directions, 0, all, &found);
  out->is_rectangular = pme__is_rectangular(&f->reading.nest, &nest, 0);
  pme__sort_for_trials(all);
  for (int i = 0; status == PME_OK && i < all->count && i < PME__MOST_TRIALS; i++) {
    status = pme__try_order(&question, &all->all[i].order, &then);
    if (status != PME_OK || !pme__is_better_order(&question, now, &then) ||
        (out->is_exchanged && pme__compare_orders(&question, now, &best, &then) <= 0))
      continue;
    best = then;
    out->is_exchanged = out->is_distributed = true;
    pme__note_best_order(&all->all[i], out);
    pme__note_order_gain(&question, now, &best, out);
  }
  return status;
}

/* The answer speaks of the program as it is: the same loops, with `around` the outermost. */
static void say_of_source(const pme_nest_order *nest, int around, pme_nest_order *order) {
  order->loops[0] = around;
  for (int p = 0; p < nest->count; p++)
    order->loops[p + 1] = nest->loops[p];
}

/* `whole`: the nest as it stands, or with accesses in the place of what it hands on. `nodes` of it: the worksharing loop,
 * the loop around the nest, those of the nest. */
static pme_status look_distributed(pme__order_finder *f, const pme_concrete *whole, int nodes[], int count,
                                   pme_loop_order *out) {
  pme__order_question question = pme__order_question_of(f, out->node);
  pme__order_trial now;
  pme_concrete *concrete = NULL;
  pme__order_finder inside = *f;
  pme_program *program = pme__distribute_program(pme_concrete_program(whole), nodes[1], nodes[2], nodes, count);
  pme_status status = program ? pme_concrete_create(program, f->what_if, &concrete, NULL) : PME_NO_MEMORY;
  if (status == PME_OK)
    status = pme__try_order(&question, NULL, &now);
  inside.concrete = inside.body.concrete = concrete;
  if (status == PME_OK && now.is_answered && pme_concrete_node_at(concrete, nodes[count - 1])->modelled)
    status = choose_distributed(&inside, &now, nodes[count - 1], nodes, out);
  f->left_effort = inside.left_effort;
  pme_concrete_destroy(concrete);
  pme_program_destroy(program);
  return status;
}

static pme_status look_where_legal(pme__order_finder *f, const pme_concrete *whole, int nodes[], int count, bool *can,
                                   pme_loop_order *out) {
  pme_status status = pme__can_distribute(whole, nodes[1], nodes[2], f->arena, can);
  return status == PME_OK && *can ? look_distributed(f, whole, nodes, count, out) : status;
}

static pme_status look_as_it_is(pme__order_finder *f, int nodes[], int count, bool *can, pme_loop_order *out) {
  return look_where_legal(f, f->concrete, nodes, count, can, out);
}

/* A sum in a variable that is stored behind its loop: in the array from the beginning it stands in nobody's way. */
static pme_status look_expanded(pme__order_finder *f, int nodes[], int count, bool *can, pme_loop_order *out) {
  const pme_program *program = pme_concrete_program(f->concrete);
  pme_concrete *concrete = NULL;
  int inside = nodes[2], write = count == 3 ? pme__taker_of_carried(program, inside) : PME_NONE;
  *can = false;
  if (write == PME_NONE)
    return PME_OK;
  pme_status status = pme__can_expand(f->concrete, nodes[1], inside, write, f->arena, can);
  if (status != PME_OK || !*can)
    return status;
  pme_program *expanded = pme__expand_program(program, inside, write, nodes, count);
  status = expanded ? pme_concrete_create(expanded, f->what_if, &concrete, NULL) : PME_NO_MEMORY;
  if (status == PME_OK)
    status = look_where_legal(f, concrete, nodes, count, can, out);
  out->kept_by = out->is_distributed ? write : PME_NONE;
  pme_concrete_destroy(concrete);
  pme_program_destroy(expanded);
  return status;
}

/* Wherever it goes behind its loop, under a condition, with a factor, several of them: in a row of its own nothing else comes
 * to it. */
static pme_status look_in_row(pme__order_finder *f, int nodes[], int count, bool *can, pme_loop_order *out) {
  const pme_program *program = pme_concrete_program(f->concrete);
  pme_concrete *concrete = NULL;
  int64_t length = pme__row_of_loop(program, nodes[1]);
  *can = false;
  if (length == 0 || pme__carrying_loop(program, nodes[2]) == PME_NONE)
    return PME_OK;
  pme_program *expanded = pme__expand_program_in_row(program, nodes[1], nodes[2], nodes, count);
  pme_status status = expanded ? pme_concrete_create(expanded, f->what_if, &concrete, NULL) : PME_NO_MEMORY;
  if (status == PME_OK)
    status = look_where_legal(f, concrete, nodes, count, can, out);
  out->row = out->is_distributed ? length : 0;
  pme_concrete_destroy(concrete);
  pme_program_destroy(expanded);
  return status;
}

/* The first that is legal. */
static pme_status look_imperfect(pme__order_finder *f, const pme_nest_order *nest, int around, bool *can,
                                 pme_loop_order *out) {
  enum { MOST_NODES = PME_MOST_NEST_LOOPS + 2 };
  static pme_status (*const looks[])(pme__order_finder *, int[], int, bool *,
                                     pme_loop_order *) = {look_as_it_is, look_expanded, look_in_row};
  pme_status status = PME_OK;
  *can = false;
  for (size_t i = 0; i < sizeof looks / sizeof *looks && status == PME_OK && !*can; i++) {
    int nodes[MOST_NODES] = {out->node, around};
    for (int p = 0; p < nest->count; p++)
      nodes[p + 2] = nest->loops[p];
    status = looks[i](f, nodes, nest->count + 2, can, out);
  }
  if (out->is_distributed)
    say_of_source(nest, around, &out->order);
  return status;
}

/* A sum in a variable, say, of which its loop alone is the nest: the order that it stands in the way of. */
static void note_carried(pme__order_finder *f, const pme_nest_order *nest, int around, pme_loop_order *out) {
  pme__order_candidates *all = f->candidates;
  int shared = out->node, inner = out->inner,
      culprit = pme__carrying_loop(pme_concrete_program(f->concrete), nest->loops[0]);
  pme_nest_order whole;
  pme__find_nest(f, shared, around, &whole);
  if (culprit == PME_NONE || whole.count + nest->count > PME_MOST_NEST_LOOPS)
    return;
  for (int p = 0; p < nest->count; p++, whole.count++) {
    whole.loops[whole.count] = nest->loops[p];
    whole.at[whole.count] = whole.count;
  }
  pme__wait_question wait = {f->prediction->machine, f->has_costs ? &f->costs : NULL,
                             &pme_program_node(pme_concrete_program(f->concrete), inner)->u.loop.work,
                             pme_concrete_node_at(f->concrete, shared)->u.loop.threads};
  pme__collect_orders(&wait, &f->body, &whole, all);
  if (all->count == 0 || !pme__goes_along_lines(all, &all->all[0]))
    return;
  out->legality = PME_ORDER_CARRIED;
  out->culprit = culprit;
  out->order = all->all[0].order;
  out->lines_then = all->all[0].lines;
}

pme_status pme__find_distributed(pme__order_finder *f, int shared, int inner, bool *is_found) {
  pme_loop_order *out = &f->out->orders[f->out->count];
  bool can = false;
  pme_nest_order nest;
  pme__find_nest(f, shared, inner, &nest);
  int around = imperfect_loop(f, shared, &nest);
  *is_found = false;
  if (around == PME_NONE)
    return PME_OK;
  int access = pme__widest_access(&f->body, inner);
  *out = (pme_loop_order){.node = shared,
                          .inner = inner,
                          .access = access,
                          .stride_bytes = llabs((long long)pme__stride_along(f->concrete, access, inner)),
                          .lines_now = pme__new_lines(&f->body, inner),
                          .from = PME_NONE,
                          .to = PME_NONE,
                          .kept_by = PME_NONE};
  pme_status status = look_imperfect(f, &nest, around, &can, out);
  *is_found = status == PME_OK && out->is_distributed;
  if (status == PME_OK && !can)
    note_carried(f, &nest, around, out);
  out->outer =
      *is_found || out->legality != PME_ORDER_LEGAL ? out->order.loops[out->order.at[out->order.count - 1]] : inner;
  return status;
}
