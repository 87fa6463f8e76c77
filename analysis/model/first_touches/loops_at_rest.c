/* Loops that do not move a reference, but bound those that do. */
#include "loops_at_rest.h"

#include <stdbool.h>

#include "loop_ranges.h"

static const pme_affine zero = {0};
static const pme_concrete_loop once = {
    .first_count = 1, .last_count = 1, .firsts = &zero, .lasts = &zero, .step = 1, .threads = 1, .collapse = 1};

/* Products of a coefficient of bounds and of a value stay far from the ends of an integer. */
static const int64_t most_coefficient = (int64_t)1 << 20, most_term = (int64_t)1 << 40;

static bool is_within(int64_t term, int64_t most) { return term <= most && term >= -most; }

static int64_t coefficient(const pme_affine *affine, int depth) {
  return depth < affine->depth ? affine->coefficients[depth] : 0;
}

/* How far loops go the larger a variable is. */
typedef struct growth {
  bool more, less, unknown;
} growth;

static void note_bounds(growth *g, const pme_affine *bounds, int count, int depth, int sign) {
  for (int i = 0; i < count; i++) {
    int64_t by = sign * coefficient(&bounds[i], depth);
    g->more |= by > 0;
    g->less |= by < 0;
    g->unknown |= bounds[i].div_count > 0 || !is_within(by, most_coefficient);
  }
}

/* All iterations of a loop that steps over some lie in those of one that goes further at that end alone. */
static void note_loop(growth *g, const pme_concrete_loop *loop, int depth) {
  growth own = {0};
  int sign = loop->step > 0 ? 1 : -1;
  note_bounds(&own, loop->firsts, loop->first_count, depth, -sign);
  note_bounds(&own, loop->lasts, loop->last_count, depth, sign);
  bool is_moved = own.more || own.less;
  g->more |= own.more;
  g->less |= own.less;
  g->unknown |= own.unknown || (is_moved && loop->step != 1 && loop->step != -1);
}

/* The value of the variable at which the loops inside go furthest; NULL: it is no affine function of those outside. */
static const pme_affine *widest_value(const pme_concrete_loop *loop, bool largest) {
  bool is_last = largest == (loop->step > 0);
  const pme_affine *value = is_last ? loop->lasts : loop->firsts;
  int count = is_last ? loop->last_count : loop->first_count;
  bool is_reached = !is_last || loop->step == 1 || loop->step == -1;
  bool is_known = count == 1 && is_reached && value->div_count == 0 && is_within(value->constant, most_term);
  for (int d = 0; d < value->depth; d++)
    is_known = is_known && is_within(value->coefficients[d], most_coefficient);
  return is_known ? value : NULL;
}

/* The loop itself where it is one of them already; NULL: no room. */
static pme__freed_loop *free_loop(pme__freed_loops *freed, const pme_concrete_loop *loop) {
  for (int i = 0; i < freed->count; i++)
    if (loop == &freed->loops[i].loop)
      return &freed->loops[i];
  int bounds = loop->first_count + loop->last_count;
  if (freed->count == PME__MOST_FREED || bounds > PME__MOST_FREED_BOUNDS)
    return NULL;
  pme__freed_loop *copy = &freed->loops[freed->count++];
  copy->loop = *loop;
  for (int i = 0; i < bounds; i++) {
    copy->bounds[i] = i < loop->first_count ? loop->firsts[i] : loop->lasts[i - loop->first_count];
    for (int d = 0; d < loop->depth; d++)
      copy->coefficients[i][d] = coefficient(&copy->bounds[i], d);
    copy->bounds[i].coefficients = copy->coefficients[i];
    copy->bounds[i].depth = loop->depth;
  }
  copy->loop.firsts = copy->bounds;
  copy->loop.lasts = copy->bounds + loop->first_count;
  return copy;
}

static void substitute(pme__freed_loop *loop, int depth, const pme_affine *value) {
  for (int i = 0; i < loop->loop.first_count + loop->loop.last_count; i++) {
    int64_t *own = loop->coefficients[i], times = own[depth];
    own[depth] = 0;
    loop->bounds[i].constant += times * value->constant;
    for (int d = 0; d < value->depth; d++)
      own[d] += times * value->coefficients[d];
  }
}

static bool depends_on(const pme_concrete_loop *loop, int depth) {
  growth g = {0};
  note_loop(&g, loop, depth);
  return g.more || g.less;
}

/* Whether no loop inside has bounds with its variable any more. */
static bool free_inside(const pme_concrete_loop **loops, int depth, int rest, pme__freed_loops *freed) {
  growth g = {0};
  for (int d = rest + 1; d < depth; d++)
    note_loop(&g, loops[d], rest);
  if (g.unknown || (g.more && g.less))
    return false;
  const pme_affine *value = g.more || g.less ? widest_value(loops[rest], g.more) : &zero;
  for (int d = rest + 1; d < depth && value; d++)
    if (depends_on(loops[d], rest)) {
      pme__freed_loop *loop = free_loop(freed, loops[d]);
      if (!loop)
        return false;
      substitute(loop, rest, value);
      loops[d] = &loop->loop;
    }
  return value != NULL;
}

/* It has an iteration wherever those around it are. */
static bool is_never_empty(const pme_concrete_loop **loops, int rest) {
  int64_t lows[PME_MAX_DEPTH], highs[PME_MAX_DEPTH], low, high;
  const pme_concrete_loop *loop = loops[rest];
  int sign = loop->step > 0 ? 1 : -1;
  pme__loop_ranges(loops, rest, lows, highs);
  for (int f = 0; f < loop->first_count; f++)
    for (int l = 0; l < loop->last_count; l++) {
      int64_t length[PME_MAX_DEPTH];
      pme_affine span = {.constant = sign * (loop->lasts[l].constant - loop->firsts[f].constant),
                         .depth = rest,
                         .coefficients = length};
      for (int d = 0; d < rest; d++)
        length[d] = sign * (coefficient(&loop->lasts[l], d) - coefficient(&loop->firsts[f], d));
      pme__range_in_box(&span, lows, highs, &low, &high);
      if (low < 0 || loop->firsts[f].div_count || loop->lasts[l].div_count)
        return false;
    }
  return true;
}

void pme__free_of_loops_at_rest(const pme_concrete_loop **loops, int depth, int from, const pme_affine *offset_bytes,
                                pme__freed_loops *freed) {
  freed->count = 0;
  for (int rest = depth - 1; rest >= from; rest--)
    if (coefficient(offset_bytes, rest) == 0 && free_inside(loops, depth, rest, freed) && is_never_empty(loops, rest))
      loops[rest] = &once;
}
