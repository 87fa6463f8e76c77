/* Reuse classes of a single reference in closed form; everything else is enumerated over one period
 * (nrs_enumerate.c). */
#include "nrs_reuse_counts.h"

#include <string.h>

#include "analysis/base/integer.h"
#include "nrs_enumerate.h"

bool pme__reuse_classes_add(pme__reuse_classes *classes, int member, int source, int64_t distance, double count) {
  for (int i = 0; i < classes->count; i++) {
    pme__reuse_class *c = &classes->items[i];
    if (c->distance == distance && c->member == member && c->source == source) {
      c->count += count;
      return true;
    }
  }
  if (classes->count == PME__REUSE_MOST_CLASSES)
    return false;
  classes->items[classes->count++] = (pme__reuse_class){member, source, distance, count};
  return true;
}

static bool add_own(pme__reuse_classes *out, int64_t distance, double count) {
  return count == 0 || pme__reuse_classes_add(out, 0, 0, distance, count);
}

static bool add_first(pme__reuse_classes *out, double count) {
  return count == 0 || pme__reuse_classes_add(out, 0, PME__REUSE_FIRST, 0, count);
}

static double visible_iterations(const pme__reuse_request *r) {
  double sum = 0;
  for (int64_t i = 0; i < r->thread_count; i++)
    sum += (double)pme__schedule_thread_iterations(&r->schedule, r->threads[i]);
  return sum;
}

/* S = 0: one line; in each parallel iteration the first thread reuses, the others come along. */
static bool standing(const pme__reuse_request *r, pme__reuse_classes *out) {
  double all = visible_iterations(r);
  double iterations = (double)pme__schedule_thread_iterations(&r->schedule, r->threads[0]);
  return all == 0 || (add_first(out, 1) && add_own(out, 1, iterations - 1) && add_own(out, 0, all - iterations));
}

/* ---- b * S >= L_s: a line meets at most two blocks ---- */

typedef struct block_sum {
  double first, after_one, together;
  int64_t far_distance[64]; /* few different ones: at most the points of a line */
  double far_count[64];
  int far_used;
} block_sum;

static bool is_visible(const pme__reuse_request *r, int64_t thread) {
  if (r->thread_count == r->schedule.threads)
    return true;
  for (int64_t i = 0; i < r->thread_count; i++)
    if (r->threads[i] == thread)
      return true;
  return false;
}

static bool add_far(block_sum *sum, int64_t distance, double count) {
  for (int i = 0; i < sum->far_used; i++)
    if (sum->far_distance[i] == distance) {
      sum->far_count[i] += count;
      return true;
    }
  if (sum->far_used == 64)
    return false;
  sum->far_distance[sum->far_used] = distance;
  sum->far_count[sum->far_used++] = count;
  return true;
}

/* A line with l points at the end of the left block and r at the start of the right one, blocks of neighbouring
 * threads of one round: the right thread is at its points first. */
static bool add_neighbours(block_sum *sum, int64_t block, int64_t l, int64_t r) {
  int64_t distance = (block - l) - (r - 1);
  if (distance >= 1)
    return add_far(sum, distance, 1);
  sum->together += (double)(r - (block - l));
  sum->after_one += (double)(1 - (r - (block - l)));
  return true;
}

typedef struct block {
  int64_t number, start, length;
  int64_t left; /* length of the block to its left */
} block;

/* Adds the lines of a block, and what it shares with the block to its left. */
static bool add_block(const pme__reuse_request *r, int64_t delta, const block *b, block_sum *sum) {
  int64_t S = r->stride, line = r->line, t = r->schedule.threads;
  if (!is_visible(r, b->number % t) || b->length == 0)
    return true;
  /* Positions modulo the line: only the phase of the first element counts. */
  int64_t phase = (int64_t)(((__int128)b->start % line * (S % line) + delta) % line);
  int64_t lines = (phase + (b->length - 1) * S) / line + 1;
  sum->first += (double)lines;
  sum->after_one += (double)(b->length - lines);
  if (b->number == 0 || phase < S || !is_visible(r, (b->number - 1) % t))
    return true; /* the element to the left lies in another line */
  int64_t left = phase / S < b->left ? phase / S : b->left;
  int64_t right = (line - phase + S - 1) / S < b->length ? (line - phase + S - 1) / S : b->length;
  sum->first -= 1;
  if (b->number % t == 0) {
    sum->after_one += 1; /* the next round: it follows at once */
    return true;
  }
  return add_neighbours(sum, b->left, left, right);
}

static bool add_chunk(const pme__reuse_request *r, int64_t delta, int64_t number, block_sum *sum) {
  int64_t length = r->schedule.block, start = number * length, left = r->schedule.iterations - start;
  return add_block(r, delta, &(block){number, start, left < length ? left : length, length}, sum);
}

static bool add_sum(const block_sum *sum, double weight, pme__reuse_classes *out) {
  bool ok = add_first(out, sum->first * weight) && add_own(out, 1, sum->after_one * weight) &&
            add_own(out, 0, sum->together * weight);
  for (int i = 0; i < sum->far_used && ok; i++)
    ok = add_own(out, sum->far_distance[i], sum->far_count[i] * weight);
  return ok;
}

/* One block a thread. */
static bool even_blocks_at(const pme__reuse_request *r, int64_t delta, double weight, pme__reuse_classes *out) {
  block_sum sum = {0};
  block b = {0};
  for (; b.number < r->schedule.threads; b = (block){b.number + 1, b.start + b.length, 0, b.length}) {
    b.length = pme__schedule_thread_iterations(&r->schedule, b.number);
    if (!add_block(r, delta, &b, &sum))
      return false;
  }
  return add_sum(&sum, weight, out);
}

static bool chunks_at(const pme__reuse_request *r, int64_t delta, double weight, pme__reuse_classes *out) {
  int64_t b = r->schedule.block, t = r->schedule.threads, N = r->schedule.iterations;
  int64_t phases = r->line / pme__gcd(b % r->line * (r->stride % r->line) % r->line, r->line);
  int64_t period = phases / pme__gcd(phases, t) * t;
  int64_t whole = N / b, rest = N % b, rounds = (whole - 1) / period;
  if (period > 1 << 16)
    return false;
  block_sum sum = {0}, once = {0};
  if (!add_chunk(r, delta, 0, &sum))
    return false;
  if (rounds > 1) {
    for (int64_t m = 1; m <= period; m++)
      if (!add_chunk(r, delta, m, &once))
        return false;
    sum.first += once.first * (double)rounds;
    sum.after_one += once.after_one * (double)rounds;
    sum.together += once.together * (double)rounds;
    for (int i = 0; i < once.far_used; i++)
      if (!add_far(&sum, once.far_distance[i], once.far_count[i] * (double)rounds))
        return false;
  } else {
    rounds = 0;
  }
  for (int64_t m = rounds * period + 1; m < whole; m++)
    if (!add_chunk(r, delta, m, &sum))
      return false;
  if (whole && rest && !add_chunk(r, delta, whole, &sum))
    return false;
  return add_sum(&sum, weight, out);
}

static bool long_blocks(const pme__reuse_request *r, pme__reuse_classes *out) {
  double weight = (double)r->alignment / (double)r->line;
  for (int64_t delta = 0; delta < r->line; delta += r->alignment) {
    int64_t at = (delta + r->phase) % r->line;
    if (!(r->schedule.even ? even_blocks_at : chunks_at)(r, at, weight, out))
      return false;
  }
  return true;
}

/* But for the last chunk. */
static int64_t shortest_block(const pme__schedule *schedule) {
  return schedule->even ? schedule->iterations / schedule->threads : schedule->block;
}

bool pme__reuse_classes_find(const pme__reuse_request *request, pme__reuse_classes *out) {
  out->count = 0;
  if (request->schedule.iterations <= 0 || request->thread_count <= 0)
    return true;
  if (request->member_count == 1) {
    if (request->stride == 0)
      return standing(request, out);
    if (request->stride >= request->line)
      return add_first(out, visible_iterations(request));
    if (shortest_block(&request->schedule) >= (request->line + request->stride - 1) / request->stride)
      return long_blocks(request, out);
  }
  return pme__reuse_enumerate(request, out);
}
