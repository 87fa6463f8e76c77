/* Bodies of loops with an unrolled loop inside: which accesses are left, and whether iterations are vectors.
 *
 * What LLVM does at -O2: innermost loops of a constant number of iterations are unrolled before loops become vectors; of
 * the copies those that come to one element read it once and write it once. Tried with products in tiles
 * (docs/results/loop-order.md).
 */
#include "unrolled_loop.h"

#include <math.h>

#include "analysis/core/tree.h"
#include "vector_ports.h"

/* ---- which ---- */

static bool is_in_source(const pme_program *program, pme_expr expr) {
  const pme_expr_node *e = pme_program_expr(program, expr);
  if (e->kind == PME_EXPR_CONSTANT || e->kind == PME_EXPR_LOOP)
    return true;
  if (e->kind == PME_EXPR_PARAMETER || e->kind == PME_EXPR_THREAD || e->kind == PME_EXPR_TEAM)
    return false;
  return is_in_source(program, e->left) && is_in_source(program, e->right);
}

/* 0: it is not constant, or not small. */
static int64_t few_trips(const pme_concrete *concrete, int loop) {
  const pme_concrete_loop *l = &pme_concrete_node_at(concrete, loop)->u.loop;
  const pme_program *program = pme_concrete_program(concrete);
  const pme_loop *source = &pme_program_node(program, loop)->u.loop;
  if (!pme_concrete_node_at(concrete, loop)->modelled || l->first_count != 1 || l->last_count != 1 || l->parallel ||
      pme_concrete_is_replaced(concrete, loop))
    return 0;
  const pme_affine *first = l->firsts, *last = l->lasts;
  int64_t trips = (last->constant - first->constant) / l->step + 1;
  if (trips < 2 || trips > PME__MOST_UNROLLED_TRIPS || first->div_count > 0 || last->div_count > 0)
    return 0;
  for (int d = 0; d < first->depth || d < last->depth; d++)
    if ((d < first->depth ? first->coefficients[d] : 0) != (d < last->depth ? last->coefficients[d] : 0))
      return 0;
  return is_in_source(program, source->firsts[0]) && is_in_source(program, source->lasts[0]) ? trips : 0;
}

static bool is_access(const pme_concrete *concrete, int id) {
  return pme_program_node(pme_concrete_program(concrete), id)->kind == PME_NODE_ACCESS &&
         pme_concrete_node_at(concrete, id)->modelled;
}

/* Nothing but accesses, and perhaps one loop. */
static bool holds_accesses(const pme_concrete *concrete, int loop, int inside) {
  const pme_program *program = pme_concrete_program(concrete);
  for (int id = pme_program_node(program, loop)->first_child; id != PME_NONE;
       id = pme_program_node(program, id)->next_sibling)
    if (id != inside && !is_access(concrete, id))
      return false;
  return true;
}

/* Strides of its own that vectors take: these are made of it, unrolled or not. */
static bool becomes_vectors(const pme_concrete *concrete, int loop) {
  const pme_program *program = pme_concrete_program(concrete);
  const pme_node *node = pme_program_node(program, loop);
  bool fits = node->u.loop.work.vector > 1 && pme__chain_of(concrete, loop) <= 0;
  for (int id = node->first_child; id != PME_NONE && fits; id = pme_program_node(program, id)->next_sibling) {
    const pme_concrete_access *a = &pme_concrete_node_at(concrete, id)->u.access;
    int64_t stride = pme__stride_along(concrete, id, loop);
    fits = stride == a->size_bytes || stride == -a->size_bytes || (stride == 0 && !a->is_write);
  }
  return fits;
}

/* A chain goes through memory, where it is seen, or through a variable, of which nobody knows where it begins. */
static bool has_open_chain(const pme_concrete *concrete, int loop) {
  return pme__chain_of(concrete, loop) > 0 && !pme__adds_up_in_memory(concrete, loop);
}

int64_t pme__unrolled_trips(const pme_concrete *concrete, int loop) {
  const pme_program *program = pme_concrete_program(concrete);
  const pme_node *node = pme_program_node(program, loop);
  int64_t trips = few_trips(concrete, loop), accesses = 0;
  if (trips == 0 || node->parent == PME_NONE || pme_program_node(program, node->parent)->kind != PME_NODE_LOOP ||
      !holds_accesses(concrete, loop, PME_NONE) || !holds_accesses(concrete, node->parent, loop))
    return 0;
  for (int id = node->first_child; id != PME_NONE; id = pme_program_node(program, id)->next_sibling)
    accesses++;
  bool is_small = trips * (node->u.loop.work.operations + accesses) <= PME__MOST_UNROLLED_OPERATIONS;
  return is_small && !becomes_vectors(concrete, loop) && !has_open_chain(concrete, loop) ? trips : 0;
}

int pme__unrolled_inside(const pme_concrete *concrete, int loop) {
  const pme_program *program = pme_concrete_program(concrete);
  for (int id = pme_program_node(program, loop)->first_child; id != PME_NONE;
       id = pme_program_node(program, id)->next_sibling)
    if (pme_program_node(program, id)->kind == PME_NODE_LOOP && pme__unrolled_trips(concrete, id) > 0)
      return id;
  return PME_NONE;
}

/* ---- the body ---- */

typedef struct copies {
  const pme_concrete *concrete;
  int loop, unrolled;
  int64_t trips;
  double kept;           /* values that stay in registers over the loop */
  double moving, stands; /* accesses of an iteration: those that the loop moves, each as often as it is there; others */
  double added;          /* stand still from copy to copy, read and written once */
  double chain;          /* operations of sums that the loop goes on with */
  bool fits;             /* the loop's iterations can be vectors */
} copies;

/* A write that another copy reads, or an element that copies write, leaves no vectors. */
static bool writes_for_copies(const copies *c, int write) {
  const pme_program *program = pme_concrete_program(c->concrete);
  const pme_concrete_access *w = &pme_concrete_node_at(c->concrete, write)->u.access;
  int first = pme_program_node(program, c->unrolled)->first_child;
  for (int id = first; id != PME_NONE; id = pme_program_node(program, id)->next_sibling) {
    const pme_concrete_access *a = &pme_concrete_node_at(c->concrete, id)->u.access;
    if (id != write && a->array == w->array && !pme__are_one_element(c->concrete, id, write))
      return true;
  }
  return false;
}

/* Whether it writes what another access of the body reads. */
static bool adds_up(const copies *c, int write) {
  const pme_program *program = pme_concrete_program(c->concrete);
  int first = pme_program_node(program, c->unrolled)->first_child;
  for (int id = first; id != PME_NONE; id = pme_program_node(program, id)->next_sibling)
    if (id != write && pme_program_node(program, write)->u.access.is_write &&
        !pme_program_node(program, id)->u.access.is_write && pme__are_one_element(c->concrete, id, write))
      return true;
  return false;
}

static void count_access(copies *c, int id) {
  const pme_concrete_access *a = &pme_concrete_node_at(c->concrete, id)->u.access;
  int64_t along = pme__stride_along(c->concrete, id, c->loop);
  bool is_copied = pme__stride_along(c->concrete, id, c->unrolled) != 0;
  c->fits = c->fits && (along == a->size_bytes || along == -a->size_bytes || (along == 0 && !a->is_write)) &&
            !(a->is_write && writes_for_copies(c, id));
  if (along != 0)
    *(is_copied ? &c->moving : &c->added) += is_copied ? (double)c->trips : 1;
  else {
    c->kept += is_copied ? (double)c->trips : 1;
    c->stands += (double)c->trips;
    c->chain = fmax(c->chain, !adds_up(c, id) ? 0 : is_copied ? 1 : (double)c->trips);
  }
}

static void add_vectors(const copies *c, int loop, int64_t vector, pme__vector_bytes *sum) {
  const pme_program *program = pme_concrete_program(c->concrete);
  int depth = pme_concrete_node_at(c->concrete, c->loop)->u.loop.depth;
  for (int id = pme_program_node(program, loop)->first_child; id != PME_NONE;
       id = pme_program_node(program, id)->next_sibling) {
    bool is_copied = pme__stride_along(c->concrete, id, c->unrolled) != 0;
    if (is_access(c->concrete, id) && pme__stride_along(c->concrete, id, c->loop) != 0)
      for (int64_t i = 0; i < (is_copied ? c->trips : 1); i++)
        pme__add_vector(c->concrete, id, depth, vector, sum);
  }
}

/* Without vectors nobody knows whether what is written is read by the next copy under another name: each reads again, but
 * for what it has just written. */
static double scalar_accesses(const copies *c) {
  return c->moving + c->stands + (c->added > 0 ? 1 + (c->added - 1) * (double)c->trips : 0);
}

pme__loop_body pme__compiled_body_of(const pme_prediction *prediction, int loop) {
  const pme_program *program = pme_concrete_program(prediction->concrete);
  pme__loop_body body = pme__loop_body_of(prediction, loop);
  copies c = {.concrete = prediction->concrete, .loop = loop, .fits = true};
  c.unrolled = pme__unrolled_inside(prediction->concrete, loop);
  if (c.unrolled == PME_NONE)
    return body;
  pme__loop_body inner = pme__loop_body_of(prediction, c.unrolled);
  const pme_work *work = &pme_program_node(program, c.unrolled)->u.loop.work;
  c.trips = pme__unrolled_trips(prediction->concrete, c.unrolled);
  for (int id = pme_program_node(program, c.unrolled)->first_child; id != PME_NONE;
       id = pme_program_node(program, id)->next_sibling)
    count_access(&c, id);
  bool is_alone = pme_program_node(program, loop)->first_child == c.unrolled &&
                  pme_program_node(program, c.unrolled)->next_sibling == PME_NONE;
  body.is_innermost = true;
  body.operations += (double)c.trips * (inner.is_known ? inner.operations : 0);
  body.library += (double)c.trips * inner.library;
  body.divisions += (double)c.trips * inner.divisions;
  body.chain += c.chain;
  if (c.fits && is_alone && work->vector > 1 && body.chain <= 0) {
    pme__vector_bytes bytes = {0};
    double spilled = c.kept > PME__REGISTERS_TO_KEEP ? c.kept - PME__REGISTERS_TO_KEEP : 0;
    add_vectors(&c, c.unrolled, work->vector, &bytes);
    body.vector = work->vector;
    body.vector_cycles = pme__cycles_of_vectors(&bytes);
    body.moving_accesses += c.moving + c.added + spilled;
  } else
    body.moving_accesses += scalar_accesses(&c);
  return body;
}
