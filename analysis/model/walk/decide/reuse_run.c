/* Runs of instances that stay in one line along a carrier, and moving instances along them. */
#include "reuse_run.h"
#include "analysis/base/random.h"

typedef pme__tree_node tree_node;
typedef pme__tree_reference tree_reference;
typedef pme__walk_instance walk_instance;
typedef pme__carrier carrier;
typedef pme__carriers carrier_list;

/* Members of the run that an instance is in, as numbers 0 .. count - 1 with the leader first. */
typedef struct run {
  int64_t count;
  int64_t first; /* LOOP: value of the leader; BLOCKS: first iteration in the line */
} run;

typedef struct projector {
  pme__level_state *state;
  const tree_reference *reference;
  const carrier *carrier;
  walk_instance *instance;
} projector;

static const tree_node *loop_of(const projector *p) { return p->reference->path[p->carrier->level]; }

static int64_t *value_of(const projector *p, const tree_node *loop) { return &p->instance->iterators[loop->depth]; }

/* Iterations around the present one that stay in its line: positions move by `stride` from byte `offset` of the line.
 */
static void span_in_line(const projector *p, int64_t stride, int64_t *back, int64_t *forth) {
  int64_t line = pme__level_state_filter(p->state)->line_bytes;
  int64_t address = pme__walk_address(p->state, p->instance);
  int64_t offset = address - pme_floor_divide(address, line) * line;
  int64_t below = offset / pme__stride_length(stride), above = (line - 1 - offset) / pme__stride_length(stride);
  *back = stride > 0 ? below : above;
  *forth = stride > 0 ? above : below;
}

/* The values from `low` to `high` around `value` in which the access stays in its line. */
static run run_in_line(const projector *p, int64_t value, int64_t low, int64_t high) {
  int64_t back, forth;
  if (p->carrier->stride_bytes) {
    span_in_line(p, p->carrier->stride_bytes, &back, &forth);
    low = value - back > low ? value - back : low;
    high = value + forth < high ? value + forth : high;
  }
  return (run){high - low + 1, low};
}

/* The values of the carrier's loop from *low to *high at which `sign` * (bound - own) >= 0. */
static void cut_by_bound(const projector *p, const pme__tree_bound *bound, int sign, int64_t own, int64_t *low,
                         int64_t *high) {
  int64_t value = *value_of(p, loop_of(p));
  int64_t factor = sign * pme__tree_coefficient(&bound->numerator, loop_of(p)->depth);
  int64_t rest = sign * (pme__tree_value(&bound->numerator, p->instance->iterators) - own) - factor * value;
  int64_t first = factor > 0 ? -pme_floor_divide(rest, factor) : *low;
  int64_t last = factor < 0 ? pme_floor_divide(rest, -factor) : *high;
  *low = first > *low ? first : *low;
  *high = last < *high ? last : *high;
}

/* ... at which the loop inside, or the guard, has its present iteration. */
static void cut_by_loop(const projector *p, const tree_node *loop, int64_t *low, int64_t *high) {
  int64_t own = *value_of(p, loop);
  for (int i = 0; i < loop->upper_count; i++)
    cut_by_bound(p, &loop->uppers[i], 1, own, low, high);
  for (int i = 0; i < loop->lower_count; i++)
    cut_by_bound(p, &loop->lowers[i], -1, own, low, high);
}

static run loop_run(const projector *p) {
  const tree_node *loop = loop_of(p);
  pme__tree_range range = pme__tree_range_of(loop, p->instance->iterators, p->instance->thread);
  for (int level = p->carrier->level + 1; p->carrier->is_cut && level < p->reference->path_length; level++)
    if (pme__is_cut_along(p->reference->path[level], loop->depth))
      cut_by_loop(p, p->reference->path[level], &range.first, &range.last);
  return run_in_line(p, *value_of(p, loop), range.first, range.last);
}

/* Whether the loop cut by the block has its present iteration in the block, too. */
static bool in_block(const projector *p) {
  int inner = p->carrier->level + 1;
  if (inner >= p->reference->path_length || !p->reference->path[inner]->cuts_block)
    return true;
  const tree_node *loop = p->reference->path[inner];
  return loop->fixed || *value_of(p, loop) <= pme__tree_range_of(loop, p->instance->iterators, PME_NONE).last;
}

static run rounds_run(const projector *p) {
  const tree_node *loop = loop_of(p);
  pme__tree_range range = pme__tree_range_of(loop, p->instance->iterators, p->instance->thread);
  int64_t kept = *value_of(p, loop);
  *value_of(p, loop) = range.last;
  range.trips -= !in_block(p);
  *value_of(p, loop) = kept;
  return (run){range.trips, range.first};
}

/* Moves to the same position of thread `thread`; false: it does not get there. */
static bool move_to_thread(const projector *p, int thread, int64_t ordinal) {
  const tree_node *loop = loop_of(p);
  p->instance->thread = thread;
  if (loop->is_phase)
    return true;
  pme__tree_range range = pme__tree_range_of(loop, p->instance->iterators, thread);
  if (ordinal >= range.trips)
    return false;
  *value_of(p, loop) = range.first + ordinal * range.step;
  return in_block(p);
}

static int64_t ordinal_of(const projector *p) {
  const tree_node *loop = loop_of(p);
  pme__tree_range range = pme__tree_range_of(loop, p->instance->iterators, p->instance->thread);
  return loop->is_phase ? 0 : (*value_of(p, loop) - range.first) / range.step;
}

/* Whether the present round of a worksharing loop has whole blocks for all threads of the team. */
static bool is_whole_round(const projector *p) {
  const tree_node *loop = loop_of(p);
  if (loop->distribution != PME__DISTRIBUTION_CYCLIC)
    return false;
  int64_t last = pme__tree_range_of(loop, p->instance->iterators, PME_NONE).last;
  return *value_of(p, loop) - p->instance->thread + loop->threads - 1 < last;
}

/* Member number `n` of the sharers at this position, or (n < 0) how many there are. */
static int64_t sharer_member(const projector *p, int64_t n) {
  const tree_node *phase = p->reference->path[p->reference->phase_level];
  const int *threads;
  int sharers = pme__sharers_of_thread(p->state, p->instance->thread, phase->threads, &threads);
  if (is_whole_round(p)) { /* all of them, each as far on as its number is larger */
    if (n >= 0 && n < sharers) {
      *value_of(p, loop_of(p)) += threads[n] - p->instance->thread;
      p->instance->thread = threads[n];
    }
    return sharers;
  }
  int64_t ordinal = ordinal_of(p), found = 0;
  walk_instance kept = *p->instance;
  for (int i = 0; i < sharers; i++) {
    if (!move_to_thread(p, threads[i], ordinal))
      continue;
    if (found++ == n)
      return found;
  }
  *p->instance = kept;
  return found;
}

/* Flat iteration b*Q + r of a block loop, and back. */
typedef struct blocks {
  const tree_node *outer, *inner; /* inner NULL: blocks of one iteration */
  int64_t block;
} blocks;

static blocks blocks_of(const projector *p) {
  const tree_node *outer = loop_of(p), *inner = p->reference->path[p->carrier->level + 1];
  bool cut = p->carrier->level + 1 < p->reference->path_length && inner->cuts_block;
  return (blocks){outer, cut ? inner : NULL, cut ? inner->origin.modulo : 1};
}

static int64_t iteration_number(const projector *p, const blocks *b) {
  return b->block * *value_of(p, b->outer) + (b->inner ? *value_of(p, b->inner) : 0);
}

/* The blocks of this instance's threads that meet the line, by number; moves the instance to its first iteration there.
 * n < 0: counts them. */
static int64_t blocks_member(const projector *p, int64_t n) {
  const tree_node *phase = p->reference->path[p->reference->phase_level];
  blocks b = blocks_of(p);
  const int *threads;
  int sharers = pme__sharers_of_thread(p->state, p->instance->thread, phase->threads, &threads);
  int64_t back, forth, number = iteration_number(p, &b), found = 0;
  span_in_line(p, p->carrier->stride_bytes, &back, &forth);
  int64_t low = number - back > 0 ? number - back : 0, high = number + forth;
  pme__tree_range all = pme__tree_range_of(b.outer, p->instance->iterators, PME_NONE);
  walk_instance kept = *p->instance;
  for (int64_t q = low / b.block; q <= high / b.block && q <= all.last; q++) {
    int thread = (int)(q % b.outer->threads);
    bool mine = false;
    for (int i = 0; i < sharers && !mine; i++)
      mine = threads[i] == thread;
    *value_of(p, b.outer) = q;
    if (b.inner)
      *value_of(p, b.inner) = low > q * b.block ? low - q * b.block : 0;
    p->instance->thread = thread;
    if (mine && found++ == n)
      return found;
  }
  *p->instance = kept;
  return found;
}

/* The number x that the digits stand for. */
static int64_t number_of(const projector *p) {
  int64_t x = 0;
  for (int level = p->carrier->level; level <= p->carrier->level + loop_of(p)->digits; level++)
    x += p->reference->path[level]->origin.divide * *value_of(p, p->reference->path[level]);
  return x;
}

static void set_number(const projector *p, int64_t x) {
  for (int level = p->carrier->level; level <= p->carrier->level + loop_of(p)->digits; level++) {
    const tree_node *digit = p->reference->path[level];
    int64_t value = pme_floor_divide(x, digit->origin.divide), modulo = digit->origin.modulo;
    *value_of(p, digit) = modulo ? value - pme_floor_divide(value, modulo) * modulo : value;
  }
}

static run digits_run(const projector *p) {
  pme__tree_range all = pme__tree_range_of(loop_of(p)->all, p->instance->iterators, PME_NONE);
  return run_in_line(p, number_of(p), all.first, all.last);
}

static run outer_digit_run(const projector *p) {
  pme__tree_range all = pme__tree_range_of(loop_of(p)->all, p->instance->iterators, PME_NONE);
  int64_t period = loop_of(p)->origin.divide, rest = number_of(p) - period * *value_of(p, loop_of(p));
  int64_t first = -pme_floor_divide(rest - all.first, period), last = pme_floor_divide(all.last - rest, period);
  return (run){last - first + 1, first};
}

static int64_t run_length(const projector *p, run *r) {
  switch (p->carrier->kind) {
  case PME__CARRIER_LOOP:
    *r = loop_run(p);
    break;
  case PME__CARRIER_ROUNDS:
    *r = rounds_run(p);
    break;
  case PME__CARRIER_SHARERS:
    r->count = sharer_member(p, -1);
    break;
  case PME__CARRIER_BLOCKS:
    r->count = blocks_member(p, -1);
    break;
  case PME__CARRIER_DIGITS:
    *r = digits_run(p);
    break;
  case PME__CARRIER_OUTER_DIGIT:
    *r = outer_digit_run(p);
    break;
  }
  return r->count;
}

static void move_to_member(const projector *p, const run *r, int64_t n) {
  switch (p->carrier->kind) {
  case PME__CARRIER_LOOP:
    *value_of(p, loop_of(p)) = r->first + n;
    break;
  case PME__CARRIER_ROUNDS:
    *value_of(p, loop_of(p)) = r->first + n * loop_of(p)->threads;
    break;
  case PME__CARRIER_SHARERS:
    sharer_member(p, n);
    break;
  case PME__CARRIER_BLOCKS:
    blocks_member(p, n);
    break;
  case PME__CARRIER_DIGITS:
    set_number(p, r->first + n);
    break;
  case PME__CARRIER_OUTER_DIGIT:
    *value_of(p, loop_of(p)) = r->first + n;
    break;
  }
  for (int level = p->carrier->level + 1; level < p->reference->path_length; level++) {
    const tree_node *loop = p->reference->path[level];
    if (loop->is_single)
      *value_of(p, loop) = pme__tree_range_of(loop, p->instance->iterators, PME_NONE).last;
  }
}

double pme__carrier_project(pme__level_state *state, const carrier_list *carriers, int c, uint64_t *random,
                            walk_instance *instance) {
  double weight = 1;
  const tree_reference *reference = &pme__level_state_program(state)->references[carriers->reference];
  for (int i = 0; i <= c && i < carriers->count; i++) {
    projector p = {state, reference, &carriers->at[i], instance};
    run r = {0};
    int64_t members = run_length(&p, &r);
    if (i == c) {
      if (members < 2)
        return 0;
      move_to_member(&p, &r, 1 + pme__random_below(random, members - 1));
      return weight * (double)(members - 1) / (double)members;
    }
    move_to_member(&p, &r, 0);
    weight /= (double)members;
  }
  return weight;
}

int pme__carrier_of(pme__level_state *state, const carrier_list *carriers, const walk_instance *instance) {
  const tree_reference *reference = &pme__level_state_program(state)->references[carriers->reference];
  for (int i = 0; i < carriers->count; i++) {
    walk_instance leader = *instance;
    projector p = {state, reference, &carriers->at[i], &leader};
    run r = {0};
    run_length(&p, &r);
    move_to_member(&p, &r, 0);
    for (int level = 0; level < reference->path_length; level++)
      if (leader.iterators[level] != instance->iterators[level])
        return i;
    if (leader.thread != instance->thread)
      return i;
  }
  return carriers->count;
}
