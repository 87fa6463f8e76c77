/* Proving that a stratum hits: the most lines that references can put into one set in a reuse window. */
#include "certificate.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/base/uncleared.h"
#include "window.h"

typedef pme__tree_node tree_node;
typedef pme__tree_reference tree_reference;
typedef pme__carrier carrier;

enum { MOST_DIMENSIONS = PME__TREE_MAX_LOOPS + 2, MEMO_SLOTS = 64, COST_REFERENCE = 10 };
static const int64_t MOST_RESIDUES = INT64_C(1) << 20;

/* `count` copies, each `stride` units from the one before. */
typedef struct dimension {
  int64_t count, stride;
} dimension;

/* What one reference touches in a window: the product of its dimensions, from any start. */
typedef struct pattern {
  int64_t modulus, line, length; /* units: of the circle, a line, one access */
  int count;
  dimension dimensions[MOST_DIMENSIONS];
  dimension rows[2]; /* sharers that are not evenly spaced: two rows of copies of all this, if count is not 0 */
  int64_t gap;       /* from the lowest copy of the first row to that of the second */
} pattern;

typedef struct memo {
  bool used;
  pattern key;
  int64_t most;
} memo;

struct pme__prover {
  pme__level_state *state;
  pme_arena *arena;
  pme_status status;
  int64_t capacity, rows_capacity; /* of the tables, in residues: the first three, the others */
  uint16_t *sums, *single, *scratch, *row, *whole;
  memo memos[MEMO_SLOTS];
};

pme_status pme__prover_create(pme__level_state *state, pme_arena *arena, pme__prover **out) {
  pme__prover *prover = PME_ARENA_NEW(arena, pme__prover, 1);
  if (!prover)
    return PME_NO_MEMORY;
  prover->state = state;
  prover->arena = arena;
  *out = prover;
  return PME_OK;
}

pme_status pme__prover_status(const pme__prover *prover) { return prover->status; }

/* ---- the most lines in one set ---- */

static bool reserve(pme__prover *prover, int64_t modulus) {
  if (modulus <= prover->capacity)
    return true;
  prover->sums = PME__ARENA_UNCLEARED(prover->arena, uint16_t, modulus);
  prover->single = PME__ARENA_UNCLEARED(prover->arena, uint16_t, modulus);
  prover->scratch = PME__ARENA_UNCLEARED(prover->arena, uint16_t, modulus);
  bool all = prover->sums && prover->single && prover->scratch;
  prover->capacity = all ? modulus : 0;
  prover->status = all ? prover->status : PME_NO_MEMORY;
  return all;
}

static int64_t lower(int64_t a, int64_t b) { return a < b ? a : b; }

/* Eight numbers at once: processors add and compare as many. Numbers are below 2^14, so that signed ones do, which all
 * of them compare. */
typedef int16_t lanes __attribute__((vector_size(16)));
enum { LANES = sizeof(lanes) / sizeof(int16_t) };

static lanes lanes_at(const uint16_t *from) {
  lanes result;
  memcpy(&result, from, sizeof result);
  return result;
}

static lanes all_lanes(uint16_t value) {
  lanes result;
  for (int i = 0; i < LANES; i++)
    result[i] = (int16_t)value;
  return result;
}

static void add_run(uint16_t *to, const uint16_t *a, const uint16_t *b, int64_t count, uint16_t limit) {
  const lanes limits = all_lanes(limit);
  int64_t y = 0;
  for (; y + LANES <= count; y += LANES) {
    lanes sums = lanes_at(a + y) + lanes_at(b + y), less = sums < limits;
    sums = (sums & less) | (limits & ~less);
    memcpy(to + y, &sums, sizeof sums);
  }
  for (; y < count; y++)
    to[y] = (uint16_t)(a[y] + b[y] < limit ? a[y] + b[y] : limit);
}

static uint16_t largest(const uint16_t *numbers, int64_t count) {
  lanes most = all_lanes(0);
  int64_t y = 0;
  for (; y + LANES <= count; y += LANES) {
    lanes here = lanes_at(numbers + y), more = here > most;
    most = (here & more) | (most & ~more);
  }
  uint16_t result = 0;
  for (int i = 0; i < LANES; i++)
    result = most[i] > result ? (uint16_t)most[i] : result;
  for (; y < count; y++)
    result = numbers[y] > result ? numbers[y] : result;
  return result;
}

static void fill_run(uint16_t *to, int64_t count, uint16_t value) {
  const lanes values = all_lanes(value);
  int64_t y = 0;
  for (; y + LANES <= count; y += LANES)
    memcpy(to + y, &values, sizeof values);
  for (; y < count; y++)
    to[y] = value;
}

/* to[y] = min(limit, a[y] + b[y + shift]). */
static void add_shifted(uint16_t *to, const uint16_t *a, const uint16_t *b, int64_t shift, int64_t modulus,
                        uint16_t limit) {
  add_run(to, a, b + shift, modulus - shift, limit);
  add_run(to + modulus - shift, a + modulus - shift, b, shift, limit);
}

static int64_t shift_of(int64_t times, int64_t stride, int64_t modulus) {
  int64_t rest = (int64_t)((__int128)times * stride % modulus);
  return rest < 0 ? rest + modulus : rest;
}

/* sums := what `count` copies of it give, by binary decomposition of the count. */
static void repeat(pme__prover *prover, dimension d, int64_t modulus, uint16_t limit) {
  int64_t have = 1;
  int bit = 62;
  while (!(d.count >> bit & 1))
    bit--;
  memcpy(prover->single, prover->sums, (size_t)modulus * sizeof *prover->sums);
  for (bit--; bit >= 0; bit--) {
    add_shifted(prover->scratch, prover->sums, prover->sums, shift_of(have, d.stride, modulus), modulus, limit);
    have *= 2;
    pme__walk_charge(prover->state, modulus / 4); /* one or two additions */
    if (d.count >> bit & 1) {
      add_shifted(prover->sums, prover->scratch, prover->single, shift_of(have, d.stride, modulus), modulus, limit);
      have++;
    } else {
      uint16_t *swapped = prover->sums;
      prover->sums = prover->scratch;
      prover->scratch = swapped;
    }
  }
}

static int by_stride(const void *a, const void *b) {
  const dimension *p = a, *q = b;
  return p->stride < q->stride ? -1 : p->stride > q->stride;
}

/* Dimensions that leave no line out between their copies lengthen the access to an interval. */
static void fill_interval(pattern *p) {
  int merged = 0;
  qsort(p->dimensions, (size_t)p->count, sizeof *p->dimensions, by_stride);
  while (merged < p->count && p->dimensions[merged].stride <= p->length + p->line - 1) {
    p->length += (p->dimensions[merged].count - 1) * p->dimensions[merged].stride;
    merged++;
  }
  p->count -= merged;
  memmove(p->dimensions, p->dimensions + merged, (size_t)p->count * sizeof *p->dimensions);
}

/* Lines of one set that an interval of p->length units meets, at most. */
static int64_t most_of_interval(const pattern *p) { return (p->length + p->line - 2) / p->modulus + 1; }

/* The mean over all starts of the lines in a set: the most is at least this. */
static double mean_lines(const pattern *p) {
  double mean = (double)(p->length + p->line - 1) / (double)p->modulus;
  for (int i = 0; i < p->count; i++)
    mean *= (double)p->dimensions[i].count;
  return p->rows[0].count ? mean * (double)(p->rows[0].count + p->rows[1].count) : mean;
}

/* The tables of rows, as large as the others. */
static bool reserve_rows(pme__prover *prover) {
  if (prover->rows_capacity == prover->capacity)
    return true;
  prover->row = PME__ARENA_UNCLEARED(prover->arena, uint16_t, prover->capacity);
  prover->whole = PME__ARENA_UNCLEARED(prover->arena, uint16_t, prover->capacity);
  bool all = prover->row && prover->whole;
  prover->rows_capacity = all ? prover->capacity : 0;
  prover->status = all ? prover->status : PME_NO_MEMORY;
  return all;
}

/* sums := what both rows give. */
static void repeat_in_rows(pme__prover *prover, const pattern *p, uint16_t limit) {
  size_t bytes = (size_t)p->modulus * sizeof *prover->sums;
  memcpy(prover->whole, prover->sums, bytes);
  repeat(prover, p->rows[0], p->modulus, limit);
  memcpy(prover->row, prover->sums, bytes);
  memcpy(prover->sums, prover->whole, bytes);
  repeat(prover, p->rows[1], p->modulus, limit);
  add_shifted(prover->scratch, prover->row, prover->sums, shift_of(1, p->gap, p->modulus), p->modulus, limit);
  memcpy(prover->sums, prover->scratch, bytes);
  pme__walk_charge(prover->state, p->modulus / 2);
}

/* Lines m*M .. m*M + line that [y, y + length) meets, for each y: one more where a line begun before y reaches into it,
 * one more where the interval runs round the circle. */
static void fill_with_one(uint16_t *to, const pattern *p, uint16_t cap) {
  int64_t rounds = (p->length - 1) / p->modulus, over = p->modulus - (p->length - 1) % p->modulus;
  int64_t begun = lower(p->line, p->modulus), first = lower(begun, over), second = begun + over - first;
  uint16_t once = (uint16_t)lower(rounds + 1, cap);
  fill_run(to, first, once);
  fill_run(to + first, second - first, (uint16_t)lower(rounds + (begun > over ? 2 : 0), cap));
  fill_run(to + second, p->modulus - second, once);
}

static int64_t most_on_circle(pme__prover *prover, const pattern *p, int limit) {
  if (p->modulus > MOST_RESIDUES || !reserve(prover, p->modulus))
    return limit + 1;
  if (p->rows[0].count && !reserve_rows(prover))
    return limit + 1;
  uint16_t cap = (uint16_t)(limit + 1);
  fill_with_one(prover->sums, p, cap);
  for (int i = 0; i < p->count; i++)
    repeat(prover, p->dimensions[i], p->modulus, cap);
  if (p->rows[0].count)
    repeat_in_rows(prover, p, cap);
  pme__walk_charge(prover->state, p->modulus);
  return largest(prover->sums, p->modulus);
}

static bool is_same(const pattern *a, const pattern *b) {
  if (a->modulus != b->modulus || a->line != b->line || a->length != b->length || a->count != b->count ||
      a->gap != b->gap || memcmp(a->rows, b->rows, sizeof a->rows) != 0)
    return false;
  for (int i = 0; i < a->count; i++)
    if (a->dimensions[i].count != b->dimensions[i].count || a->dimensions[i].stride != b->dimensions[i].stride)
      return false;
  return true;
}

/* At most `limit` + 1 is returned, which stands for more. */
static int64_t most_lines(pme__prover *prover, pattern *p, int limit) {
  fill_interval(p);
  if (p->count == 0 && p->rows[0].count == 0) {
    int64_t most = most_of_interval(p);
    return most < limit + 1 ? most : limit + 1;
  }
  if (mean_lines(p) > limit)
    return limit + 1;
  uint64_t hash = (uint64_t)p->length * 31 + (uint64_t)p->modulus + (uint64_t)p->gap * 17;
  for (int i = 0; i < p->count; i++)
    hash = (hash ^ (uint64_t)p->dimensions[i].count) * 1000003 + (uint64_t)p->dimensions[i].stride;
  memo *slot = &prover->memos[(hash * UINT64_C(0x9E3779B97F4A7C15)) >> 58];
  if (!slot->used || !is_same(&slot->key, p)) {
    slot->used = true;
    slot->key = *p;
    slot->most = most_on_circle(prover, p, limit);
  }
  return slot->most;
}

/* ---- windows ---- */

static void add_dimension(pattern *p, int64_t count, int64_t stride) {
  if (count > 1 && stride)
    p->dimensions[p->count++] = (dimension){count, stride < 0 ? -stride : stride};
}

/* Distance between neighbouring sharers; 0: they are not evenly spaced. */
static int spacing(const int *threads, int count) {
  int step = count > 1 ? threads[1] - threads[0] : 1;
  for (int i = 2; i < count; i++)
    if (threads[i] - threads[i - 1] != step)
      return 0;
  return step;
}

/* BLOCK: u begins at iteration block * u + min(u, longer), so threads up to number `longer` are one iteration further
 * apart than those from there on. Each row from its lowest address. */
static void add_block_sharers(const tree_node *worksharing, const int *threads, int sharers, int64_t stride,
                              int64_t pitch, pattern *p) {
  int64_t block = worksharing->most_trips / worksharing->threads,
          longer = worksharing->most_trips % worksharing->threads;
  int64_t wide = (block + 1) * stride + pitch, narrow = block * stride + pitch;
  int step = spacing(threads, sharers), first = 0;
  while (longer > 0 && first < sharers && threads[first] <= longer)
    first++;
  if (first == 0 || first == sharers) {
    add_dimension(p, sharers, (first ? wide : narrow) * step);
    return;
  }
  int64_t begin = wide * threads[0], end = wide * threads[first - 1];
  int64_t next = wide * longer + narrow * (threads[first] - longer);
  int64_t last = wide * longer + narrow * (threads[sharers - 1] - longer);
  p->rows[0] = (dimension){first, (wide < 0 ? -wide : wide) * step};
  p->rows[1] = (dimension){sharers - first, (narrow < 0 ? -narrow : narrow) * step};
  p->gap = lower(next, last) - lower(begin, end);
}

/* The sharers of `thread` at the same index of their own sequence. False: how far they are apart varies.
 */
static bool add_sharers(pme__prover *prover, const tree_reference *reference, int thread, pattern *p, int64_t unit) {
  if (reference->phase_level < 0 || reference->one_thread)
    return true;
  const tree_node *phase = reference->path[reference->phase_level];
  const tree_node *worksharing =
      reference->worksharing_level >= 0 ? reference->path[reference->worksharing_level] : NULL;
  const int *threads;
  int sharers = pme__sharers_of_thread(prover->state, thread, phase->threads, &threads),
      step = spacing(threads, sharers);
  if (sharers == 1)
    return true;
  int64_t pitch = reference->pitch_bytes / unit;
  int64_t stride = worksharing ? pme__tree_coefficient(&reference->offset, worksharing->depth) / unit : 0;
  if (step == 0 && (pitch || stride))
    return false;
  if (stride && worksharing->distribution == PME__DISTRIBUTION_BLOCK) {
    add_block_sharers(worksharing, threads, sharers, stride, pitch, p);
    return worksharing->bound_uses == 0;
  }
  add_dimension(p, sharers, (pitch + stride) * step);
  return true;
}

/* Iterations of a loop that one thread runs, and how far they are apart. */
static void add_loop(pattern *p, const tree_node *loop, int64_t stride) {
  int64_t count = loop->maximum - loop->minimum + 1;
  if (loop->distribution == PME__DISTRIBUTION_CYCLIC)
    add_dimension(p, (count + loop->threads - 1) / loop->threads, stride * loop->threads);
  else if (loop->distribution == PME__DISTRIBUTION_BLOCK)
    add_dimension(p, (count + loop->threads - 1) / loop->threads, stride);
  else
    add_dimension(p, count, stride);
}

/* Thread 0 has most sharers, and the others are spaced like it; but for BLOCK distributions, where the spacing changes
 * from one thread on. */
static int64_t lines_of_sharers(pme__prover *prover, const tree_reference *reference, int64_t unit, const pattern *p,
                                int limit) {
  const tree_node *worksharing =
      reference->worksharing_level >= 0 ? reference->path[reference->worksharing_level] : NULL;
  int others = worksharing && worksharing->distribution == PME__DISTRIBUTION_BLOCK ? worksharing->threads : 1;
  int64_t most = 0;
  for (int thread = 0; thread < others && most <= limit; thread++) {
    const int *threads;
    if (others > 1 && pme__sharers_of_thread(prover->state, thread, others, &threads) > 0 && threads[0] != thread)
      continue;
    pattern with_sharers = *p;
    int64_t lines = limit + 1;
    if (add_sharers(prover, reference, thread, &with_sharers, unit))
      lines = most_lines(prover, &with_sharers, limit);
    most = lines > most ? lines : most;
  }
  return most;
}

/* The most lines that reference number r puts into one set in the window. */
static int64_t lines_in_window(pme__prover *prover, int r, const pme__reuse_window *w, int limit) {
  const pme__set_filter *filter = pme__level_state_filter(prover->state);
  const tree_reference *reference = &pme__level_state_program(prover->state)->references[r];
  const pme__access_shape *shape = &filter->shapes[r];
  pattern p;
  memset(&p, 0, sizeof p);
  p.modulus = shape->modulus;
  p.line = filter->line_bytes / shape->unit_bytes;
  p.length = shape->extent + 1;
  int64_t factor = 1;
  const tree_node *carrier = reference->path[w->level];
  int64_t step = pme__tree_coefficient(&reference->offset, carrier->depth) / shape->unit_bytes;
  if (w->two)
    add_dimension(&p, 2, w->own_rounds ? step * carrier->threads : step);
  else
    factor = 2;
  for (int level = w->level + 1; level < reference->path_length; level++) {
    const tree_node *loop = reference->path[level];
    add_loop(&p, loop, pme__tree_coefficient(&reference->offset, loop->depth) / shape->unit_bytes);
  }
  return factor * lines_of_sharers(prover, reference, shape->unit_bytes, &p, limit);
}

static bool window_fits(pme__prover *prover, const tree_node *carrier, const pme__reuse_window *w) {
  int ways = pme__level_state_kept_lines(prover->state);
  int64_t lines = 0;
  for (int r = carrier->reference_first; r < carrier->reference_first + carrier->reference_count; r++) {
    lines += lines_in_window(prover, r, w, ways);
    if (lines > ways || prover->status != PME_OK)
      return false;
  }
  return true;
}

/* ---- strata ---- */

static int64_t lines_of_access(const pme__set_filter *filter, int r) {
  int64_t line = filter->line_bytes / filter->shapes[r].unit_bytes;
  return 1 + (filter->shapes[r].extent + line - 1) / line;
}

/* Whether the loop's body is one of accesses only, in single loops maybe. */
static bool is_row(const tree_node *loop) {
  const tree_node *child = loop->first_child;
  return !child->next && (child->is_body || (child->is_single && is_row(child)));
}

/* A row: between two iterations every thread makes as many accesses as the row has, in step or not, of the row or not.
 */
static bool row_fits(pme__prover *prover, const tree_reference *reference, int level) {
  const pme__set_filter *filter = pme__level_state_filter(prover->state);
  const tree_node *loop = reference->path[level];
  int64_t own = 0, longest = 1;
  int sharers = 1;
  if (!is_row(loop))
    return false;
  for (int r = loop->reference_first; r < loop->reference_first + loop->reference_count; r++)
    own += lines_of_access(filter, r);
  if (reference->phase_level >= 0) {
    const tree_node *phase = reference->path[reference->phase_level];
    const int *threads;
    sharers = pme__sharers_of_thread(prover->state, 0, phase->threads, &threads);
    for (int r = phase->reference_first; r < phase->reference_first + phase->reference_count; r++)
      longest = lines_of_access(filter, r) > longest ? lines_of_access(filter, r) : longest;
  }
  return own + longest * (sharers - 1) * loop->reference_count <= pme__level_state_kept_lines(prover->state);
}

bool pme__certify(pme__prover *prover, const pme__carriers *carriers, int c) {
  const carrier *carrier = &carriers->at[c];
  const tree_reference *reference = &pme__level_state_program(prover->state)->references[carriers->reference];
  pme__walk_charge(prover->state, (int64_t)COST_REFERENCE * pme__level_state_program(prover->state)->reference_count);
  if (carrier->kind == PME__CARRIER_SHARERS) /* a lower thread touches the line at the same index */
    return reference->path[reference->phase_level]->aligned;
  int innermost = carrier->level;
  if (carrier->kind == PME__CARRIER_DIGITS)
    innermost += reference->path[carrier->level]->digits;
  if (carrier->kind != PME__CARRIER_BLOCKS && row_fits(prover, reference, innermost))
    return true;
  pme__reuse_window w;
  return pme__reuse_window_of(prover->state, carriers, c, &w) && window_fits(prover, reference->path[w.level], &w);
}
