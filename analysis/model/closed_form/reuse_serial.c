/* Reuse carried by a loop that one thread runs. */
#include <string.h>

#include "reuse_sources.h"
#include "touched_region.h"

enum { MOST_SOURCES = 32, MOST_DISTANCES = 12 };

typedef struct group {
  int count, own; /* `own`: index of the reference itself */
  int references[MOST_SOURCES];
  pme__comb combs[MOST_SOURCES]; /* one iteration each, at the position */
} group;

static bool add_member(const pme__explanation *e, group *g, int q) {
  pme__sweep sweep = {.carrier = e->loop, .count = 1, .one_thread = true};
  g->references[g->count] = q;
  return pme__region_comb(e->engine, q, &sweep, &g->combs[g->count++]);
}

/* The references of the block inside the loop, the one that comes to a line last in an iteration first: those behind
 * the reference in the body, itself, those before it. */
static bool find_group(const pme__explanation *e, group *g) {
  const pme__view *view = e->engine->view;
  *g = (group){0};
  for (int q = view->reference_count - 1; q >= 0 && g->count < MOST_SOURCES; q--) {
    /* One place is kept for the reference itself. */
    bool full = g->count == MOST_SOURCES - 1 && q > e->reference;
    if (q == e->reference)
      g->own = g->count;
    else if (full || view->references[q].executions == 0 || !pme__engine_may_meet(e->engine, e->reference, q) ||
             !pme__view_encloses(view, e->loop, &view->references[q]))
      continue;
    if (!add_member(e, g, q))
      return false;
  }
  return true;
}

static void add_distance(int64_t *distances, int *count, int64_t distance, double trips) {
  if (distance < 1 || (double)distance >= trips || *count == MOST_DISTANCES)
    return;
  int at = 0;
  while (at < *count && distances[at] < distance)
    at++;
  if (at < *count && distances[at] == distance)
    return;
  for (int i = (*count)++; i > at; i--)
    distances[i] = distances[i - 1];
  distances[at] = distance;
}

/* One iteration's rows meet those of an earlier iteration when its progressions are multiples of the stride. */
static void find_own_distances(const pme__comb *one, int64_t stride, double trips, int64_t *distances, int *count) {
  stride = stride < 0 ? -stride : stride;
  int64_t inner = one->width;
  for (int i = 0; i < one->pair_count && stride != 0; i++) {
    /* First touched by the end of the inner rows, then by their start. */
    add_distance(distances, count, (one->step[i] - inner) / stride + 1, trips);
    add_distance(distances, count, (one->step[i] + stride / 2) / stride, trips);
    inner += (one->count[i] - 1) * one->step[i];
  }
}

/* Iterations after which the reference comes where another one was: their distance over the stride, and, within a
 * line, the moment when the other one left the line (spec 6.1). */
static int find_distances(const pme__explanation *e, const group *g, int64_t *distances) {
  const pme__view *view = e->engine->view;
  const pme__reference *r = &view->references[e->reference];
  const pme__block_units *units = &e->engine->units[r->block];
  int64_t stride = pme__view_split_drift(view, r, e->loop) / units->unit_bytes;
  double trips = view->loops[e->loop].trips;
  int count = 0;
  add_distance(distances, &count, 1, trips);
  for (int i = 0; i < g->count && stride != 0; i++) {
    const pme__reference *other = &view->references[g->references[i]];
    if (i == g->own || pme__view_split_drift(view, other, e->loop) / units->unit_bytes != stride)
      continue;
    int64_t apart = g->combs[i].start - g->combs[g->own].start;
    int64_t inner = stride > 0 ? units->line - 1 : 1 - units->line;
    add_distance(distances, &count, apart / stride, trips);
    if (apart % stride)
      add_distance(distances, &count, apart / stride + 1, trips);
    if (stride < units->line && -stride < units->line)
      add_distance(distances, &count, (apart - inner + stride - (stride > 0 ? 1 : -1)) / stride, trips);
  }
  find_own_distances(&g->combs[g->own], stride, trips, distances, &count);
  return count;
}

/* Without other references on the block: how many of the lines of all iterations are different. False: not known. */
static bool alone(pme__explanation *e, const pme__comb *one) {
  const pme__view *view = e->engine->view;
  double trips = view->loops[e->loop].trips;
  pme__comb all;
  if (!pme__explain_region(e, -view->loops[e->loop].at, trips, &all))
    return true;
  if (!pme__comb_is_countable(&all))
    return false;
  double whole_trips = trips < 1 ? 1 : trips;
  int64_t alignment = pme__region_alignment(e->engine, e->reference, e->loop, PME_NONE);
  int64_t outer_alignment = pme__region_alignment(e->engine, e->reference, view->loops[e->loop].parent, PME_NONE);
  double fresh =
      pme__comb_measure_aligned(&all, outer_alignment) / (pme__comb_measure_aligned(one, alignment) * whole_trips);
  fresh = fresh < 1 ? fresh : 1;
  int adjacent = pme__explain_adjacent(e);
  pme__explain_reuse_in(e, adjacent == PME_NONE ? e->loop : adjacent, 1 - fresh, 1, e->reference);
  e->amount *= fresh;
  return true;
}

/* The share of the reference's lines that the group touched in the last `distance` iterations, or earlier in the same
 * one; `upto` members count in the last of these. */
static double covered_since(const pme__explanation *e, const group *g, const pme__comb *target, int64_t distance,
                            int upto) {
  const pme__view *view = e->engine->view;
  const pme__block_units *units = &e->engine->units[view->references[e->reference].block];
  pme__comb sources[MOST_SOURCES + PME__EXPLAIN_MOST_EARLIER];
  int references[MOST_SOURCES + PME__EXPLAIN_MOST_EARLIER], count = e->earlier_count;
  memcpy(sources, e->earlier, (size_t)count * sizeof *sources);
  memcpy(references, e->earlier_references, (size_t)count * sizeof *references);
  for (int i = 0; i < g->count; i++) {
    int64_t iterations = i < upto ? distance : distance - 1;
    int64_t stride = pme__view_split_drift(view, &view->references[g->references[i]], e->loop) / units->unit_bytes;
    if (iterations == 0)
      continue;
    pme__comb *source = &sources[count];
    pme__sweep sweep = {.carrier = e->loop, .shift = -iterations, .count = (double)iterations, .one_thread = true};
    *source = g->combs[i];
    source->start -= iterations * stride;
    bool ok = view->rectangular ? pme__comb_repeat(source, iterations, stride)
                                : pme__region_comb(e->engine, g->references[i], &sweep, source);
    if (ok) {
      pme__comb_simplify(source);
      references[count++] = g->references[i];
    }
  }
  return pme__explain_covered(e, target, sources, references, count, false);
}

/* Whether a member touches what the reference touches, next to it: then it may have left the line just before. */
static bool is_same_row(const pme__explanation *e, const group *g, int member) {
  const pme__view *view = e->engine->view;
  const pme__reference *r = &view->references[e->reference], *q = &view->references[g->references[member]];
  return q->loop == r->loop && g->combs[member].start == g->combs[g->own].start && pme__view_move_alike(view, r, q);
}

/* What members of the group, up to some of them, newly cover at a distance is explained; returns what is covered then.
 * The source is the first member with which at least half of it is. */
static double explain_members(pme__explanation *e, const group *g, const pme__comb *target, int64_t distance, int from,
                              int to, double covered, double share_of_iterations) {
  double all = from < to ? covered_since(e, g, target, distance, to) : covered;
  if (all <= covered + 1e-4)
    return covered;
  int low = from + 1, high = to; /* upto = low may suffice, upto = high does */
  while (low < high) {
    int middle = (low + high) / 2;
    if (covered_since(e, g, target, distance, middle) - covered >= 0.5 * (all - covered))
      high = middle;
    else
      low = middle + 1;
  }
  int carrier = distance == 1 && is_same_row(e, g, low - 1) ? pme__explain_adjacent(e) : PME_NONE;
  pme__explain_reuse_in(e, carrier == PME_NONE ? e->loop : carrier, (all - covered) * share_of_iterations, distance,
                        g->references[low - 1]);
  return all;
}

/* The lines of the loop's first iteration, compared with those of one at the position: triangles shrink or grow. */
static double first_lines(const pme__explanation *e, const pme__comb *target) {
  pme__comb first;
  if (e->engine->view->rectangular || !pme__explain_region(e, -e->engine->view->loops[e->loop].at, 1, &first))
    return 1;
  return pme__comb_measure(&first) / pme__comb_measure(target);
}

static void together(pme__explanation *e, const group *g) {
  const pme__loop *loop = &e->engine->view->loops[e->loop];
  pme__comb target;
  int64_t distances[MOST_DISTANCES], most = 1;
  double covered = e->earlier_covered, all_lines = e->amount / (1 - covered), early = 0;
  if (!pme__explain_region(e, 0, 1, &target))
    return;
  e->amount = all_lines;
  int count = find_distances(e, g, distances);
  for (int i = 0; i < count && covered < 0.9999 && pme__engine_can_go_on(e->engine); i++) {
    /* Iterations that come early in the loop have no predecessor so far back. */
    double missing = (double)distances[i] / loop->trips, all = covered;
    all = explain_members(e, g, &target, distances[i], 0, g->own, all, 1 - missing);
    all = explain_members(e, g, &target, distances[i], g->own, g->own + 1, all, 1 - missing);
    all = explain_members(e, g, &target, distances[i], g->own + 1, g->count, all, 1 - missing);
    if (all <= covered + 1e-4)
      continue;
    early += (all - covered) * missing;
    most = distances[i];
    covered = all;
  }
  if (covered > 0.999)
    e->limits[loop->depth] = (double)most;
  double first = e->earlier_covered < 1 ? (1 - e->earlier_covered_first) / (1 - e->earlier_covered) : 0;
  double left = 1 - covered + early * first * first_lines(e, &target);
  e->amount *= left > 0 ? left : 0;
  if (e->engine->crosses[e->reference])
    pme__explain_crossing(e);
}

void pme__explain_plain(pme__explanation *e) {
  group g;
  if (e->engine->view->loops[e->loop].trips <= 1 || e->amount <= 0 || e->earlier_covered > 0.9999)
    return;
  if (!find_group(e, &g))
    return;
  const pme__reference *r = &e->engine->view->references[e->reference];
  bool drifts = pme__view_split_drift(e->engine->view, r, e->loop) != pme__view_stride(e->engine->view, r, e->loop);
  if (g.count > 1 || drifts || !alone(e, &g.combs[g.own]))
    together(e, &g);
}
