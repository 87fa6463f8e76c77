/* Reuse classes by running through a short schedule and extrapolating. */
#include "nrs_enumerate.h"

#include <string.h>

#include "analysis/base/integer.h"
#include "pmecache/arena.h"

/* Effort limits: touches of one enumeration, and tags it may keep. */
static const int64_t MOST_TOUCHES = 400000;
static const int64_t MOST_TAGS = 1 << 20;

static int64_t ceil_divide(int64_t a, int64_t b) { return -pme__floor_divide(-a, b); }

typedef struct touch {
  int64_t p; /* parallel iteration + 1; 0: never */
  int64_t s; /* serial iteration */
  int member;
} touch;

/* The latest touch of a tag, and the latest one of another serial iteration. */
typedef struct history {
  touch last, before;
} history;

static void shift_range(const pme__reuse_request *r, int64_t *low, int64_t *high) {
  *low = *high = r->shifts[0];
  for (int m = 1; m < r->member_count; m++) {
    if (r->shifts[m] < *low)
      *low = r->shifts[m];
    if (r->shifts[m] > *high)
      *high = r->shifts[m];
  }
}

static int64_t tag_of(const pme__reuse_request *r, int64_t s, int member, int64_t delta) {
  if (r->stride >= r->line)
    return s + r->shifts[member];
  return pme__floor_divide(s * r->stride + r->shifts[member] + delta, r->line);
}

static void remember(history *h, int64_t p, int64_t s, int member) {
  if (!h->last.p || h->last.s != s)
    h->before = h->last;
  h->last = (touch){p + 1, s, member};
}

static bool visit(const pme__reuse_request *r, int64_t delta, double weight, history *tags, int64_t lowest,
                  pme__reuse_classes *out) {
  int64_t most = pme__schedule_thread_iterations(&r->schedule, r->threads[0]);
  for (int64_t p = 0; p < most; p++)
    for (int m = 0; m < r->member_count; m++)
      for (int64_t i = 0; i < r->thread_count; i++) {
        int64_t s = pme__schedule_serial_iteration(&r->schedule, p, r->threads[i]);
        if (s >= r->schedule.iterations)
          break;
        history *h = &tags[tag_of(r, s, m, delta) - lowest];
        const touch *last = r->skip_same_iteration && h->last.p && h->last.s == s ? &h->before : &h->last;
        bool ok = last->p ? pme__reuse_classes_add(out, m, last->member, p + 1 - last->p, weight)
                          : pme__reuse_classes_add(out, m, PME__REUSE_FIRST, 0, weight);
        if (!ok)
          return false;
        remember(h, p, s, m);
      }
  return true;
}

bool pme__reuse_enumerate_all(const pme__reuse_request *r, int64_t delta, double weight, pme__reuse_classes *out) {
  int64_t low, high;
  shift_range(r, &low, &high);
  int64_t lowest = r->stride >= r->line ? low : pme__floor_divide(low + delta, r->line);
  int64_t last = r->stride >= r->line ? r->schedule.iterations + high
                                      : pme__floor_divide(r->schedule.iterations * r->stride + high + delta, r->line);
  int64_t count = last - lowest + 1;
  if (count <= 0 || count > MOST_TAGS)
    return false;
  history *tags = (history *)pme_reallocate(NULL, (size_t)count * sizeof *tags);
  if (!tags)
    return false;
  memset(tags, 0, (size_t)count * sizeof *tags);
  bool ok = visit(r, delta, weight, tags, lowest, out);
  pme_reallocate(tags, 0);
  return ok;
}

/* ---- extrapolation over rounds ---- */

static bool add_all(pme__reuse_classes *out, const pme__reuse_classes *part, double weight) {
  for (int i = 0; i < part->count; i++) {
    const pme__reuse_class *c = &part->items[i];
    if (!pme__reuse_classes_add(out, c->member, c->source, c->distance, c->count * weight))
      return false;
  }
  return true;
}

static int64_t touches(const pme__reuse_request *r) { return r->schedule.iterations * r->member_count; }

static bool enumerate_aligned(const pme__reuse_request *r, pme__reuse_classes *out) {
  if (r->stride == 0 || r->stride >= r->line)
    return touches(r) <= MOST_TOUCHES && pme__reuse_enumerate_all(r, 0, 1, out);
  int64_t step = r->alignment;
  while (touches(r) * (r->line / step) > MOST_TOUCHES && step < r->line)
    step *= 2; /* fewer alignments: an approximation, for very long patterns only */
  if (touches(r) * (r->line / step) > MOST_TOUCHES || r->line % step)
    return false;
  for (int64_t delta = 0; delta < r->line; delta += step)
    if (!pme__reuse_enumerate_all(r, delta + r->phase, (double)step / (double)r->line, out))
      return false;
  return true;
}

static bool over_rounds(const pme__reuse_request *r, pme__reuse_classes *out) {
  int64_t low, high, round = r->schedule.block * r->schedule.threads;
  shift_range(r, &low, &high);
  bool rows = r->stride >= r->line;
  int64_t advance = rows ? round : round * r->stride; /* in units of the shifts */
  int64_t period = rows || !r->stride ? 1 : r->line / pme__gcd(advance, r->line);
  int64_t settled =
      r->stride == 0 ? 2 : ceil_divide(high - low, advance) + 2 + (rows ? 0 : ceil_divide(r->line, advance));
  int64_t rounds = r->schedule.iterations / round, rest = r->schedule.iterations % round;
  if (rounds < settled + 3 * period + 2)
    return enumerate_aligned(r, out);
  pme__reuse_request part = *r;
  pme__reuse_classes *a = (pme__reuse_classes *)pme_reallocate(NULL, 2 * sizeof *a), *b = a + 1;
  if (!a)
    return false;
  a->count = b->count = 0;
  int64_t start = settled + period + (rounds - settled - period) % period;
  part.schedule.iterations = start * round + rest;
  bool ok = enumerate_aligned(&part, a);
  part.schedule.iterations += period * round;
  ok = ok && enumerate_aligned(&part, b);
  double times = (double)((rounds - start) / period);
  ok = ok && add_all(out, a, 1 - times) && add_all(out, b, times);
  pme_reallocate(a, 0);
  return ok;
}

/* ---- extrapolation over the block length ---- */

/* A class distance is either short, or about a block: the latter grows with the block. */
static bool add_mapped(pme__reuse_classes *out, const pme__reuse_classes *part, double weight, int64_t short_block,
                       int64_t block) {
  for (int i = 0; i < part->count; i++) {
    const pme__reuse_class *c = &part->items[i];
    int64_t distance = c->distance <= short_block / 2 ? c->distance : c->distance - short_block + block;
    if (!pme__reuse_classes_add(out, c->member, c->source, distance, c->count * weight))
      return false;
  }
  return true;
}

typedef bool find_classes(const pme__reuse_request *request, pme__reuse_classes *out);

/* What `find` says of `part`, whose blocks have `short_block` iterations, stands for blocks of `block`. */
static bool add_part(find_classes *find, const pme__reuse_request *part, double weight, int64_t short_block,
                     int64_t block, pme__reuse_classes *out) {
  pme__reuse_classes *classes = (pme__reuse_classes *)pme_reallocate(NULL, sizeof *classes);
  if (!classes)
    return false;
  classes->count = 0;
  bool ok = find(part, classes) && add_mapped(out, classes, weight, short_block, block);
  pme_reallocate(classes, 0);
  return ok;
}

static bool add_short(const pme__reuse_request *r, int64_t block, int64_t partial, double weight,
                      pme__reuse_classes *out) {
  int64_t b = r->schedule.block, rounds = r->schedule.iterations / (b * r->schedule.threads);
  int64_t rest = r->schedule.iterations % (b * r->schedule.threads);
  pme__reuse_request part = *r;
  part.schedule.block = block;
  part.schedule.iterations = rounds * block * r->schedule.threads + rest / b * block + partial;
  return add_part(over_rounds, &part, weight, block, b, out);
}

/* Iterations of a block from which on one that is a step longer has the same classes but for the short distances in it. */
typedef struct pattern {
  int64_t least, step;
} pattern;

/* Blocks that are one a thread: a short one of each thread, with as many that are one iteration longer. */
static bool add_even(const pme__reuse_request *r, int64_t least, double weight, pme__reuse_classes *out) {
  int64_t threads = r->schedule.threads, even = r->schedule.iterations / threads;
  pme__reuse_request part = *r;
  part.schedule = pme__schedule_make(least * threads + r->schedule.iterations % threads, 0, threads);
  return add_part(enumerate_aligned, &part, weight, least, even, out);
}

static bool over_even_blocks(const pme__reuse_request *r, pattern p, pme__reuse_classes *out) {
  int64_t even = r->schedule.iterations / r->schedule.threads;
  if (even <= p.least + p.step)
    return enumerate_aligned(r, out);
  int64_t least = p.least + (even - p.least) % p.step;
  double grow = (double)((even - least) / p.step);
  return add_even(r, least, 1 - grow, out) && add_even(r, least + p.step, grow, out);
}

/* Short blocks of b1 and b1 + step stand for b; a partial last block is shortened on its own. */
static bool over_chunks(const pme__reuse_request *r, pattern p, pme__reuse_classes *out) {
  int64_t b = r->schedule.block;
  if (b <= p.least + p.step)
    return over_rounds(r, out);
  int64_t b1 = p.least + (b - p.least) % p.step, e = r->schedule.iterations % b;
  int64_t e1 = e > p.least ? p.least + (e - p.least) % p.step : e;
  if (e1 + p.step > b1)
    b1 += p.step * ceil_divide(e1 + p.step - b1, p.step);
  double grow = (double)((b - b1) / p.step), grow_partial = (double)((e - e1) / p.step);
  return add_short(r, b1, e1, 1 - grow - grow_partial, out) && add_short(r, b1 + p.step, e1, grow, out) &&
         (grow_partial == 0 || add_short(r, b1, e1 + p.step, grow_partial, out));
}

bool pme__reuse_enumerate(const pme__reuse_request *r, pme__reuse_classes *out) {
  out->count = 0;
  if (r->member_count < 1 || r->member_count > PME__REUSE_MOST_MEMBERS)
    return false;
  int64_t low, high;
  shift_range(r, &low, &high);
  bool rows = r->stride >= r->line, still = r->stride == 0;
  int64_t reach = rows || still ? high - low + 2 : ceil_divide(high - low + r->line, r->stride) + 2;
  pattern p = {.step = rows || still ? 1 : r->line / pme__gcd(r->stride, r->line)};
  p.least = 2 * reach + 2 * p.step;
  if (reach > MOST_TOUCHES)
    return false;
  return r->schedule.even ? over_even_blocks(r, p, out) : over_chunks(r, p, out);
}
