/* Counting executions of the nodes of a program: products, polynomials by their first values, and guesses. */
#include "execution_count.h"

#include <string.h>

#include "access_count.h"
#include "analysis/base/integer.h"
#include "polynomial.h"

/* Evaluations that one program may cost, and those that a node has in any case; after that, one value in the middle of
 * a range stands for all of it. */
static const long MOST_EVALUATIONS = 100000, FEWEST_EVALUATIONS = 500;
static const __int128 MOST = (__int128)1 << 100;

enum { DIRECT = 8, CHECKS = 4 };
static const int64_t MOST_PERIOD = 4096;

typedef struct counter {
  const pme_concrete *concrete;
  int path[2 * PME_MAX_DEPTH];       /* loops and guards from the top to the node */
  bool dependent[2 * PME_MAX_DEPTH]; /* some node further down the path depends on this loop's iterator */
  int64_t period[2 * PME_MAX_DEPTH]; /* counts further down are polynomials of every so-many-th iteration */
  int length;
  int64_t values[PME_MAX_DEPTH];
  long evaluations, limit;
  bool exact;
} counter;

static const pme_concrete_node *node_at(const counter *c, int at) {
  return pme_concrete_node_at(c->concrete, c->path[at]);
}

static bool uses(const pme_affine *affine, int depth) {
  if (depth < affine->depth && affine->coefficients[depth])
    return true;
  for (int q = 0; q < affine->div_count; q++)
    if (uses(affine->divs[q].numerator, depth))
      return true;
  return false;
}

static bool any_uses(const pme_affine *affines, int count, int depth) {
  for (int i = 0; i < count; i++)
    if (uses(&affines[i], depth))
      return true;
  return false;
}

static bool node_uses(const pme_concrete_node *node, int depth) {
  if (node->kind == PME_NODE_GUARD)
    return any_uses(node->u.guard.conditions, node->u.guard.condition_count, depth);
  return node->kind == PME_NODE_LOOP && (any_uses(node->u.loop.firsts, node->u.loop.first_count, depth) ||
                                         any_uses(node->u.loop.lasts, node->u.loop.last_count, depth));
}

/* The deepest loop whose iterator the condition uses; -1: none, or it is not plainly affine. */
static int deepest(const pme_affine *condition) {
  int last = -1;
  for (int d = 0; d < condition->depth; d++)
    if (condition->coefficients[d])
      last = d;
  return condition->div_count ? -1 : last;
}

static int64_t extreme(const pme_affine *affines, int count, const int64_t *values, bool largest) {
  int64_t best = pme_affine_value(&affines[0], values);
  for (int i = 1; i < count; i++) {
    int64_t value = pme_affine_value(&affines[i], values);
    if (largest ? value > best : value < best)
      best = value;
  }
  return best;
}

static int64_t trips_of(const pme_concrete_loop *loop, const int64_t *values, int64_t *first) {
  bool up = loop->step > 0;
  *first = extreme(loop->firsts, loop->first_count, values, up);
  int64_t last = extreme(loop->lasts, loop->last_count, values, !up);
  return (up ? last < *first : last > *first) ? 0 : (last - *first) / loop->step + 1;
}

static __int128 executions(counter *c, int at);

static __int128 body_at(counter *c, int at, int64_t first, int64_t x) {
  const pme_concrete_loop *loop = &node_at(c, at)->u.loop;
  c->values[loop->depth] = first + x * loop->step;
  return executions(c, at + 1);
}

/* The iterations low, low + stride, ... of which there are n. */
typedef struct stretch {
  int64_t low, stride, n;
} stretch;

static int64_t iteration(stretch s, int64_t i) { return s.low + i * s.stride; }

static __int128 sum_few(counter *c, int at, int64_t first, stretch s) {
  __int128 sum = 0;
  for (int64_t i = 0; i < s.n; i++)
    sum += body_at(c, at, first, iteration(s, i));
  return sum;
}

static bool is_spent(const counter *c) { return c->evaluations > c->limit; }

static __int128 guess_sum(counter *c, int at, int64_t first, stretch s) {
  c->exact = false;
  return pme__product_within(body_at(c, at, first, iteration(s, s.n / 2)), s.n, MOST, &c->exact);
}

static int degree_below(const counter *c, int at) {
  int degree = 1;
  for (int i = at + 1; i < c->length; i++)
    degree += node_at(c, i)->kind == PME_NODE_LOOP;
  return degree < DIRECT - 2 ? degree : DIRECT - 2;
}

/* Whether the values of the stretch are those of one polynomial, whose differences are left in d. */
static bool fit(counter *c, int at, int64_t first, stretch s, int degree, __int128 *d) {
  for (int k = 0; k <= degree; k++)
    d[k] = body_at(c, at, first, iteration(s, k));
  pme__forward_differences(d, degree);
  const int64_t checks[CHECKS] = {s.n - 1, s.n / 2, s.n - 2 - s.n / 7, degree + 1 + s.n / 5};
  for (int i = 0; i < CHECKS; i++)
    if (pme__polynomial_value(d, degree, checks[i], MOST, &c->exact) != body_at(c, at, first, iteration(s, checks[i])))
      return false;
  return true;
}

static __int128 sum_stretch(counter *c, int at, int64_t first, stretch s) {
  __int128 d[DIRECT];
  int degree = degree_below(c, at);
  if (s.n <= 0)
    return 0;
  if (is_spent(c))
    return guess_sum(c, at, first, s);
  if (s.n <= DIRECT + degree)
    return sum_few(c, at, first, s);
  if (fit(c, at, first, s, degree, d)) {
    /* Quotients step somewhere: a few values do not tell where, or whether. */
    c->exact = c->exact && c->period[at] == 1;
    return pme__polynomial_sum(d, degree, s.n, MOST, &c->exact);
  }
  stretch left = {s.low, s.stride, s.n / 2}, right = {iteration(s, s.n / 2), s.stride, s.n - s.n / 2};
  return sum_stretch(c, at, first, left) + sum_stretch(c, at, first, right);
}

/* Keeps of the iterations [low, high) those with value + slope * x >= 0; slope is not 0. */
static void cut(__int128 value, __int128 slope, int64_t *low, int64_t *high) {
  if (slope > 0) {
    __int128 edge = value >= 0 ? 0 : (-value + slope - 1) / slope;
    *low = edge > *high ? *high : edge > *low ? (int64_t)edge : *low;
  } else {
    __int128 edge = value < 0 ? 0 : value / -slope + 1;
    *high = edge < *low ? *low : edge < *high ? (int64_t)edge : *high;
  }
}

/* Conditions further down that this loop and those around it decide. */
static void cut_by_guards(counter *c, int at, int64_t first, int64_t *low, int64_t *high) {
  const pme_concrete_loop *loop = &node_at(c, at)->u.loop;
  c->values[loop->depth] = first;
  for (int i = at + 1; i < c->length; i++) {
    const pme_concrete_node *node = node_at(c, i);
    for (int k = 0; node->kind == PME_NODE_GUARD && k < node->u.guard.condition_count; k++) {
      const pme_affine *condition = &node->u.guard.conditions[k];
      if (deepest(condition) == loop->depth)
        cut(pme_affine_value(condition, c->values), (__int128)condition->coefficients[loop->depth] * loop->step, low,
            high);
    }
  }
}

static __int128 sum_range(counter *c, int at, int64_t first, int64_t low, int64_t high) {
  if (high <= low)
    return 0;
  if (!c->dependent[at])
    return pme__product_within(high - low, body_at(c, at, first, low), MOST, &c->exact);
  int64_t period = c->period[at];
  __int128 sum = 0;
  for (int64_t r = 0; r < period && low + r < high; r++) {
    /* One value for all remainders that are left: a value each multiplies from loop to loop. */
    if (is_spent(c)) {
      int64_t done = (high - low) / period * r, most = high - low - r;
      return sum + guess_sum(c, at, first, (stretch){low + r, 1, high - low - done < most ? high - low - done : most});
    }
    sum += sum_stretch(c, at, first, (stretch){low + r, period, (high - low - r + period - 1) / period});
  }
  return sum;
}

/* Executions of what stands at the end of the path, below place `at`. */
static __int128 executions(counter *c, int at) {
  c->evaluations++;
  if (at == c->length)
    return 1;
  const pme_concrete_node *node = node_at(c, at);
  if (node->kind == PME_NODE_GUARD) {
    /* Other conditions have cut the range of a loop further up. */
    for (int i = 0; i < node->u.guard.condition_count; i++)
      if (deepest(&node->u.guard.conditions[i]) < 0 && pme_affine_value(&node->u.guard.conditions[i], c->values) < 0)
        return 0;
    return executions(c, at + 1);
  }
  int64_t first, low = 0, high = trips_of(&node->u.loop, c->values, &first);
  cut_by_guards(c, at, first, &low, &high);
  return sum_range(c, at, first, low, high);
}

/* ---- threads ---- */

/* How many threads execute the body of the last node of the path, and how many enter it when it is a loop. */
static void multiply_threads(const counter *c, int node, double *body, double *entries) {
  int chain[2 * PME_MAX_DEPTH + 2], length = 0;
  for (int id = node; id != PME_NONE; id = pme_concrete_node_at(c->concrete, id)->parent)
    chain[length++] = id;
  double team = 1;
  bool in_team = false, alone = false;
  *body = *entries = 1;
  while (length-- > 0) {
    const pme_concrete_node *n = pme_concrete_node_at(c->concrete, chain[length]);
    bool worksharing = n->kind == PME_NODE_LOOP && n->u.loop.parallel && !alone;
    *entries = worksharing ? 1 : *body;
    if (n->kind == PME_NODE_REGION && !in_team && !alone) {
      team = n->u.region.threads;
      in_team = true;
    }
    alone |= worksharing || (n->kind == PME_NODE_GUARD && n->u.guard.one_thread && in_team);
    *body = in_team && !alone ? team : 1;
  }
}

/* ---- all nodes ---- */

static int64_t multiply_period(int64_t period, int64_t by) {
  by = by < 0 ? -by : by;
  int64_t common = pme__gcd(period, by);
  return period / common > MOST_PERIOD / by ? MOST_PERIOD : period / common * by;
}

static int64_t period_of(int64_t period, const pme_affine *affines, int count) {
  for (int i = 0; i < count; i++)
    for (int q = 0; q < affines[i].div_count; q++)
      period = period_of(multiply_period(period, affines[i].divs[q].denominator), affines[i].divs[q].numerator, 1);
  return period;
}

/* Remainders and steps further down repeat after so many iterations. */
static int64_t period_below(const counter *c, int at) {
  int64_t period = 1;
  for (int i = at + 1; i < c->length; i++) {
    const pme_concrete_node *node = node_at(c, i);
    if (node->kind == PME_NODE_GUARD) {
      period = period_of(period, node->u.guard.conditions, node->u.guard.condition_count);
      continue;
    }
    period = multiply_period(period, node->u.loop.step);
    period = period_of(period, node->u.loop.firsts, node->u.loop.first_count);
    period = period_of(period, node->u.loop.lasts, node->u.loop.last_count);
  }
  return period;
}

static void find_path(counter *c, int node) {
  c->length = 0;
  for (int id = node; id != PME_NONE; id = pme_concrete_node_at(c->concrete, id)->parent) {
    pme_node_kind kind = pme_concrete_node_at(c->concrete, id)->kind;
    if ((kind == PME_NODE_LOOP || kind == PME_NODE_GUARD) && c->length < 2 * PME_MAX_DEPTH)
      c->path[c->length++] = id;
  }
  for (int i = 0; i < c->length / 2; i++) {
    int swap = c->path[i];
    c->path[i] = c->path[c->length - 1 - i];
    c->path[c->length - 1 - i] = swap;
  }
  for (int i = 0; i < c->length; i++) {
    c->dependent[i] = false;
    if (node_at(c, i)->kind == PME_NODE_LOOP)
      for (int j = i + 1; j < c->length; j++)
        c->dependent[i] |= node_uses(node_at(c, j), node_at(c, i)->u.loop.depth);
  }
  for (int i = 0; i < c->length; i++)
    c->period[i] = period_below(c, i);
  c->limit =
      c->evaluations + FEWEST_EVALUATIONS > MOST_EVALUATIONS ? c->evaluations + FEWEST_EVALUATIONS : MOST_EVALUATIONS;
  c->exact = true;
}

static pme__count count_node(counter *c, const pme__count *counts, int id) {
  const pme_concrete_node *node = pme_concrete_node_at(c->concrete, id);
  if (node->kind == PME_NODE_ACCESS && node->parent != PME_NONE)
    return counts[node->parent]; /* siblings share */
  find_path(c, id);
  pme__count count = {.executions = (double)executions(c, 0)};
  if (node->kind == PME_NODE_LOOP) {
    c->length--; /* without the loop itself */
    count.entries = (double)executions(c, 0);
  }
  double body, entries;
  multiply_threads(c, id, &body, &entries);
  count.executions *= body;
  count.entries *= entries;
  count.exact = c->exact;
  return count;
}

/* What the evaluations did not suffice for: where several digits of one loop decide, the walk's counter knows better,
 * which splits the loop. A guard around accesses is executed as often as they are. */
static bool count_rest(const pme_concrete *concrete, pme__count *counts, pme_arena *arena) {
  static const int64_t MOST_WORK = 400000;
  pme__loop_tree *walked;
  if (pme__loop_tree_create(concrete, arena, &walked) != PME_OK)
    return false;
  int64_t *executions = PME_ARENA_NEW(arena, int64_t, walked->reference_count);
  pme__counter counter = {.limit = MOST_WORK};
  if (!executions || pme__count_executions(&counter, walked, arena, executions) != PME_OK)
    return false;
  for (int r = 0; r < walked->reference_count; r++) {
    int node = walked->references[r].node, parent = pme_concrete_node_at(concrete, node)->parent;
    pme__count count = {.executions = (double)executions[r], .exact = true};
    if (executions[r] < 0)
      continue;
    counts[node] = count;
    if (parent != PME_NONE && pme_concrete_node_at(concrete, parent)->kind == PME_NODE_GUARD)
      counts[parent] = count;
  }
  return true;
}

pme__count *pme__count_program(const pme_concrete *concrete, pme_arena *arena) {
  const pme_program *program = pme_concrete_program(concrete);
  int nodes = pme_program_node_count(program);
  pme__count *counts = PME_ARENA_NEW(arena, pme__count, nodes + 1);
  counter *c = PME_ARENA_NEW(arena, counter, 1);
  if (!counts || !c)
    return NULL;
  c->concrete = concrete;
  bool exact = true;
  for (int id = 0; id < nodes; id++)
    if (pme_concrete_node_at(concrete, id)->modelled) {
      counts[id] = count_node(c, counts, id);
      exact = exact && counts[id].exact;
    }
  return exact || count_rest(concrete, counts, arena) ? counts : NULL;
}

double pme__count_share(const pme_concrete *concrete, const pme__count *counts, int node) {
  const pme_program *program = pme_concrete_program(concrete);
  double share = 1;
  for (int id = node; id != PME_NONE && share > 0; id = pme_program_node(program, id)->parent) {
    const pme_concrete_node *guard = pme_concrete_node_at(concrete, id);
    int parent = pme_program_node(program, id)->parent;
    double around = parent == PME_NONE ? 1 : counts[parent].executions;
    if (guard->kind == PME_NODE_GUARD && !guard->u.guard.one_thread)
      share *= around > 0 ? counts[id].executions / around : 0;
  }
  return share;
}
