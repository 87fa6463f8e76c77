/* RD+FP: the distance of a reference alone, moved by what the others do meanwhile (docs/model/profiles.md 6.4).
 *
 * A reference of thread t with distance rd and TD = td, to a line of class c:
 *
 *   K ~ NB(td + 1, AF_t)   references of the others in its interval, in a window W = K / AF_r of all
 *   new(W)                 lines that the others bring: all of the classes that t does not touch, and of the others
 *                          those that t has not touched in its own td references
 *   s(W)                   P(no other thread touches its line in the window)
 *
 * Not intercepted, with probability s(W): crd = rd + new(W). Intercepted at the last touch by another thread, k
 * references of the others ago: the density of k is -ds(k), and crd is the union of all footprints over that shorter
 * window.
 *
 * Different from the specification: interception is averaged over K instead of taken at its mean; a cold reference at
 * position p of its thread sees what the others touched *since the start*, from the positions of first accesses,
 * instead of an average window of N_t / 2.
 */
#include <math.h>

#include "concurrent.h"
#include "concurrent_away.h"
#include "concurrent_gaps.h"

typedef struct seen_thread {
  const pme__away *away;
  const pme__sharing_thread *thread;
  double fraction, rest; /* AF_t, AF_r = 1 - AF_t */
  double *foreign;       /* lines of classes that the thread does not touch, at each node */
  double **alone;        /* by part of the thread: P(no other touches a line of its class) */
  double *fresh;         /* new() for the bin at hand */
  double *kept;          /* weight of the intervals that end in the cell before node b or later ... */
  double most_lines;
  pme__concurrent_profile *profile;
} seen_thread;

/* Lines of the others, for the classes that the thread does not touch. */
static void fill_foreign(seen_thread *s) {
  const pme__away *a = s->away;
  for (uint32_t b = 0; b < a->nodes; b++)
    s->foreign[b] = a->touched[b];
  for (uint32_t p = 0; p < s->thread->parts; p++) {
    uint32_t k = a->sharing->part[s->thread->first_part + p].line_class;
    for (uint32_t b = 0; b < a->nodes; b++)
      s->foreign[b] = fmax(0, s->foreign[b] + a->sharing->class_lines[k] * expm1(a->class_away[k][b]));
  }
}

/* new(W) at the nodes up to `end` for an interval of `between` own references. */
static void fill_fresh(seen_thread *s, double between, uint32_t end) {
  for (uint32_t b = 0; b < end; b++)
    s->fresh[b] = s->foreign[b];
  for (uint32_t p = 0; p < s->thread->parts; p++) {
    const pme__sharing_part *part = &s->away->sharing->part[s->thread->first_part + p];
    if (s->away->class_parts[part->line_class] < 2)
      continue;
    double left = s->away->sharing->class_lines[part->line_class] - pme__footprint_at(&part->footprint, between);
    for (uint32_t b = 0; b < end; b++)
      s->fresh[b] += left * (1 - s->alone[p][b]);
  }
}

static void add_distance(seen_thread *s, double distance, double weight) {
  if (weight > 0)
    pme__tally_add_real(&s->profile->finite, fmin(distance, s->most_lines - 1), weight);
}

static uint32_t node_after(const pme__away *a, double window) {
  uint32_t b = pme__tally_bin_of((uint64_t)ceil(window));
  return b < a->nodes ? b : a->nodes - 1;
}

/* Weight that is intercepted before a window of all that lasts `window`: kept[b] for whole cells up to b, and the cell
 * that the window ends in. `weight` is what starts at node 0. */
static void intercept(seen_thread *s, const double *alone, double *partial, double window, double weight) {
  uint32_t b = node_after(s->away, window);
  if (b == 0)
    return;
  s->kept[b - 1] += weight;
  double at_end = pme__window_interpolate(alone, s->away->nodes, window);
  partial[b] += weight * (alone[b - 1] - at_end);
}

/* Intercepted weight goes to the lines of all threads since the last touch. `most`: no more than without interception.
 */
static void settle(seen_thread *s, const double *alone, double *partial, double scale, double most) {
  double lasting = 0;
  for (uint32_t b = s->away->nodes; b-- > 1;) {
    double weight = partial[b] + lasting * (alone[b - 1] - alone[b]);
    double middle = (s->away->window[b - 1] + s->away->window[b]) / 2;
    if (weight > 0)
      add_distance(s, fmin(most, pme__window_interpolate(s->away->touched, s->away->nodes, middle)), weight * scale);
    lasting += s->kept[b - 1];
    s->kept[b - 1] = partial[b] = 0;
  }
}

static void add_bin(seen_thread *s, uint32_t p, const pme__tally_bin *bin, pme__gap_points *gaps, double *partial) {
  const pme__away *a = s->away;
  double distance = bin->sum / bin->count, between = bin->time / bin->count, most = 0;
  const double *alone = s->alone[p];
  pme__gap_points_fill(gaps, between, s->fraction);
  fill_fresh(s, between, node_after(a, gaps->point[gaps->count - 1].others / s->rest) + 1);
  for (uint32_t i = 0; i < gaps->count; i++) {
    double window = gaps->point[i].others / s->rest, weight = bin->count * gaps->point[i].weight;
    double stays = pme__window_interpolate(alone, a->nodes, window);
    double moved = distance + pme__window_interpolate(s->fresh, a->nodes, window);
    add_distance(s, moved, weight * stays);
    most += gaps->point[i].weight * moved;
    if (stays < 1)
      intercept(s, alone, partial, window, weight);
  }
  if (alone[a->nodes - 1] < 1)
    settle(s, alone, partial, 1, most);
}

/* First accesses: cold for all unless another thread was there before. */
static void add_cold(seen_thread *s, uint32_t p, const double *alone_first, double *partial) {
  const pme__sharing_part *part = &s->away->sharing->part[s->thread->first_part + p];
  const double *alone = s->alone[p];
  for (uint32_t i = 0; i < part->firsts.count; i++) {
    const pme__tally_bin *bin = &part->firsts.bin[i];
    double window = bin->sum / bin->count / s->fraction;
    double stays = pme__window_interpolate(alone_first, s->away->nodes, window);
    double average = pme__window_interpolate(alone, s->away->nodes, window);
    if (average > 1 - 1e-12)
      stays = 1;
    s->profile->infinite += bin->count * stays;
    if (stays >= 1)
      continue;
    intercept(s, alone, partial, window, bin->count);
    settle(s, alone, partial, (1 - stays) / (1 - average), INFINITY);
  }
}

static pme_status open_thread(seen_thread *s, pme_arena *arena) {
  uint32_t nodes = s->away->nodes;
  s->foreign = PME_ARENA_NEW(arena, double, nodes);
  s->fresh = PME_ARENA_NEW(arena, double, nodes);
  s->kept = PME_ARENA_NEW(arena, double, nodes);
  s->alone = PME_ARENA_NEW(arena, double *, s->thread->parts + 1);
  if (!s->foreign || !s->fresh || !s->kept || !s->alone)
    return PME_NO_MEMORY;
  for (uint32_t p = 0; p < s->thread->parts; p++) {
    s->alone[p] = PME_ARENA_NEW(arena, double, nodes);
    if (!s->alone[p])
      return PME_NO_MEMORY;
    pme__away_others(s->away, s->thread->first_part + p, s->alone[p]);
  }
  fill_foreign(s);
  return PME_OK;
}

static pme_status move_thread(seen_thread *s, pme_arena *arena) {
  pme__gap_points gaps = {0};
  double *partial = PME_ARENA_NEW(arena, double, s->away->nodes);
  double *alone_first = PME_ARENA_NEW(arena, double, s->away->nodes);
  pme_status status = open_thread(s, arena);
  if (status != PME_OK || !partial || !alone_first || pme__gap_points_open(arena, s->fraction, &gaps) != PME_OK)
    return PME_NO_MEMORY;
  for (uint32_t p = 0; p < s->thread->parts; p++) {
    const pme__sharing_part *part = &s->away->sharing->part[s->thread->first_part + p];
    for (uint32_t i = 0; i < part->distances.count; i++)
      add_bin(s, p, &part->distances.bin[i], &gaps, partial);
    pme__away_others_first(s->away, s->thread->first_part + p, alone_first);
    add_cold(s, p, alone_first, partial);
  }
  return PME_OK;
}

static pme_status one_thread(const pme__away *away, uint32_t i, pme__concurrent_profile *profile) {
  pme_arena *scratch = pme_arena_create();
  if (!scratch)
    return PME_NO_MEMORY;
  double fraction = pme__away_fraction(away, i);
  seen_thread s = {.away = away,
                   .thread = &away->sharing->thread[away->thread[i]],
                   .fraction = fraction,
                   .rest = 1 - fraction,
                   .most_lines = away->sharing->lines,
                   .profile = profile};
  pme_status status = move_thread(&s, scratch);
  pme_arena_destroy(scratch);
  return status;
}

pme_status pme__concurrent_rdfp(const pme__sharing *sharing, const pme__cache_threads *cache, pme_arena *arena,
                                pme__concurrent_profile *profiles) {
  pme_arena *tables = pme_arena_create();
  pme__away away;
  pme_status status = tables ? pme__away_build(sharing, cache, tables, &away) : PME_NO_MEMORY;
  for (uint32_t i = 0; status == PME_OK && i < away.count; i++) {
    double fraction = pme__away_fraction(&away, i);
    if (fraction == 0 || fraction == 1) {
      status = pme__concurrent_alone(sharing, away.thread[i], arena, &profiles[i]);
      continue;
    }
    status = pme__concurrent_profile_open(arena, (uint64_t)sharing->lines, &profiles[i]);
    if (status == PME_OK)
      status = one_thread(&away, i, &profiles[i]);
    profiles[i].references = sharing->thread[away.thread[i]].references;
  }
  pme_arena_destroy(tables);
  return status;
}
