/* Reuse carried by a loop that one thread runs. */
#include <string.h>

#include "reuse_sources.h"
#include "touched_region.h"

enum { MOST_SOURCES = 32, MOST_DISTANCES = 12 };

typedef struct group {
  int count, own; /* `own`: index of the reference itself */
  int references[MOST_SOURCES];
  pme__strided_region regions[MOST_SOURCES]; /* one iteration each, at the position */
} group;

static bool add_member(const pme__level_sum *sum, group *g, int q) {
  pme__iteration_span span = {.carrier = sum->loop, .count = 1, .one_thread = true};
  g->references[g->count] = q;
  return pme__touched_region(sum->context, q, &span, &g->regions[g->count++]);
}

/* The references of the block inside the loop, the one that comes to a line last in an iteration first: those behind
 * the reference in the body, itself, those before it. */
static bool find_group(const pme__level_sum *sum, group *g) {
  const pme__instance_view *view = sum->context->view;
  *g = (group){0};
  for (int q = view->reference_count - 1; q >= 0 && g->count < MOST_SOURCES; q--) {
    /* One place is kept for the reference itself. */
    bool full = g->count == MOST_SOURCES - 1 && q > sum->reference;
    if (q == sum->reference)
      g->own = g->count;
    else if (full || view->references[q].executions == 0 || !pme__context_may_meet(sum->context, sum->reference, q) ||
             !pme__instance_view_encloses(view, sum->loop, &view->references[q]))
      continue;
    if (!add_member(sum, g, q))
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
static void find_own_distances(const pme__strided_region *one, int64_t stride, double trips, int64_t *distances,
                               int *count) {
  stride = stride < 0 ? -stride : stride;
  int64_t inner = one->width;
  for (int i = 0; i < one->dimension_count && stride != 0; i++) {
    /* First touched by the end of the inner rows, then by their start. */
    add_distance(distances, count, (one->step[i] - inner) / stride + 1, trips);
    add_distance(distances, count, (one->step[i] + stride / 2) / stride, trips);
    inner += (one->count[i] - 1) * one->step[i];
  }
}

/* Iterations after which the reference comes where another one was: their distance over the stride, and, within a
 * line, the moment when the other one left the line (docs/model/equations.md 6.1). */
static int find_distances(const pme__level_sum *sum, const group *g, int64_t *distances) {
  const pme__instance_view *view = sum->context->view;
  const pme__reference *r = &view->references[sum->reference];
  const pme__block_units *units = &sum->context->units[r->block];
  int64_t stride = pme__instance_view_split_drift(view, r, sum->loop) / units->unit_bytes;
  double trips = view->loops[sum->loop].trips;
  int count = 0;
  add_distance(distances, &count, 1, trips);
  for (int i = 0; i < g->count && stride != 0; i++) {
    const pme__reference *other = &view->references[g->references[i]];
    if (i == g->own || pme__instance_view_split_drift(view, other, sum->loop) / units->unit_bytes != stride)
      continue;
    int64_t apart = g->regions[i].start - g->regions[g->own].start;
    int64_t inner = stride > 0 ? units->line - 1 : 1 - units->line;
    add_distance(distances, &count, apart / stride, trips);
    if (apart % stride)
      add_distance(distances, &count, apart / stride + 1, trips);
    if (stride < units->line && -stride < units->line)
      add_distance(distances, &count, (apart - inner + stride - (stride > 0 ? 1 : -1)) / stride, trips);
  }
  find_own_distances(&g->regions[g->own], stride, trips, distances, &count);
  return count;
}

/* Without other references on the block: how many of the lines of all iterations are different. False: not known. */
static bool alone(pme__level_sum *sum, const pme__strided_region *one) {
  const pme__instance_view *view = sum->context->view;
  double trips = view->loops[sum->loop].trips;
  pme__strided_region all;
  if (!pme__reuse_region(sum, -view->loops[sum->loop].at, trips, &all))
    return true;
  if (!pme__strided_region_is_countable(&all))
    return false;
  double whole_trips = trips < 1 ? 1 : trips;
  int64_t alignment = pme__touched_region_alignment(sum->context, sum->reference, sum->loop, PME_NONE);
  int64_t outer_alignment =
      pme__touched_region_alignment(sum->context, sum->reference, view->loops[sum->loop].parent, PME_NONE);
  double fresh = pme__strided_region_measure_aligned(&all, outer_alignment) /
                 (pme__strided_region_measure_aligned(one, alignment) * whole_trips);
  fresh = fresh < 1 ? fresh : 1;
  int adjacent = pme__reuse_adjacent(sum);
  pme__reuse_add_in(sum, adjacent == PME_NONE ? sum->loop : adjacent, 1 - fresh, 1, sum->reference);
  sum->amount *= fresh;
  return true;
}

/* What a group touched in the last `distance` iterations, or earlier in the same one, seen from a region of the
 * reference. */
typedef struct past {
  const group *group;
  const pme__strided_region *target;
  int64_t distance;
  double share_of_iterations; /* of the loop: those that have so many before them */
} past;

/* The share of the target that the group touched; in the iteration `distance` ago only the first `upto` members did. */
static double covered_since(const pme__level_sum *sum, const past *p, int upto) {
  const group *g = p->group;
  int64_t distance = p->distance;
  const pme__instance_view *view = sum->context->view;
  const pme__block_units *units = &sum->context->units[view->references[sum->reference].block];
  pme__strided_region sources[MOST_SOURCES + PME__REUSE_MOST_EARLIER];
  int references[MOST_SOURCES + PME__REUSE_MOST_EARLIER], count = sum->earlier_count;
  memcpy(sources, sum->earlier, (size_t)count * sizeof *sources);
  memcpy(references, sum->earlier_references, (size_t)count * sizeof *references);
  for (int i = 0; i < g->count; i++) {
    int64_t iterations = i < upto ? distance : distance - 1;
    int64_t stride =
        pme__instance_view_split_drift(view, &view->references[g->references[i]], sum->loop) / units->unit_bytes;
    if (iterations == 0)
      continue;
    pme__strided_region *source = &sources[count];
    pme__iteration_span span = {
        .carrier = sum->loop, .shift = -iterations, .count = (double)iterations, .one_thread = true};
    *source = g->regions[i];
    source->start -= iterations * stride;
    bool ok = view->rectangular ? pme__strided_region_repeat(source, iterations, stride)
                                : pme__touched_region(sum->context, g->references[i], &span, source);
    if (ok) {
      pme__strided_region_simplify(source);
      references[count++] = g->references[i];
    }
  }
  return pme__reuse_coverage(sum, p->target, sources, references, count, false);
}

/* Whether a member touches what the reference touches, next to it: then it may have left the line just before. */
static bool is_same_row(const pme__level_sum *sum, const group *g, int member) {
  const pme__instance_view *view = sum->context->view;
  const pme__reference *r = &view->references[sum->reference], *q = &view->references[g->references[member]];
  return q->loop == r->loop && g->regions[member].start == g->regions[g->own].start &&
         pme__instance_view_move_alike(view, r, q);
}

/* What members of the group, up to some of them, newly cover at a distance is explained; returns what is covered then.
 * The source is the first member with which at least half of it is. */
static double add_members(pme__level_sum *sum, const past *p, int from, int to, double covered) {
  double all = from < to ? covered_since(sum, p, to) : covered;
  if (all <= covered + 1e-4)
    return covered;
  int low = from + 1, high = to; /* upto = low may suffice, upto = high does */
  while (low < high) {
    int middle = (low + high) / 2;
    if (covered_since(sum, p, middle) - covered >= 0.5 * (all - covered))
      high = middle;
    else
      low = middle + 1;
  }
  int carrier = p->distance == 1 && is_same_row(sum, p->group, low - 1) ? pme__reuse_adjacent(sum) : PME_NONE;
  pme__reuse_add_in(sum, carrier == PME_NONE ? sum->loop : carrier, (all - covered) * p->share_of_iterations,
                    p->distance, p->group->references[low - 1]);
  return all;
}

/* The lines of the loop's first iteration, compared with those of one at the position: triangles shrink or grow. */
static double first_lines(const pme__level_sum *sum, const pme__strided_region *target) {
  pme__strided_region first;
  if (sum->context->view->rectangular || !pme__reuse_region(sum, -sum->context->view->loops[sum->loop].at, 1, &first))
    return 1;
  return pme__strided_region_measure(&first) / pme__strided_region_measure(target);
}

static void together(pme__level_sum *sum, const group *g) {
  const pme__loop *loop = &sum->context->view->loops[sum->loop];
  pme__strided_region target;
  int64_t distances[MOST_DISTANCES], most = 1;
  double covered = sum->earlier_covered, all_lines = sum->amount / (1 - covered), early = 0;
  if (!pme__reuse_region(sum, 0, 1, &target))
    return;
  sum->amount = all_lines;
  int count = find_distances(sum, g, distances);
  for (int i = 0; i < count && covered < 0.9999 && pme__context_can_go_on(sum->context); i++) {
    /* Iterations that come early in the loop have no predecessor so far back. */
    double missing = (double)distances[i] / loop->trips, all = covered;
    past p = {g, &target, distances[i], 1 - missing};
    all = add_members(sum, &p, 0, g->own, all);
    all = add_members(sum, &p, g->own, g->own + 1, all);
    all = add_members(sum, &p, g->own + 1, g->count, all);
    if (all <= covered + 1e-4)
      continue;
    early += (all - covered) * missing;
    most = distances[i];
    covered = all;
  }
  if (covered > 0.999)
    sum->limits[loop->depth] = (double)most;
  double first = sum->earlier_covered < 1 ? (1 - sum->earlier_covered_first) / (1 - sum->earlier_covered) : 0;
  double left = 1 - covered + early * first * first_lines(sum, &target);
  sum->amount *= left > 0 ? left : 0;
  if (sum->context->crosses[sum->reference])
    pme__reuse_crossing(sum);
}

void pme__reuse_serial(pme__level_sum *sum) {
  group g;
  if (sum->context->view->loops[sum->loop].trips <= 1 || sum->amount <= 0 || sum->earlier_covered > 0.9999)
    return;
  if (!find_group(sum, &g))
    return;
  const pme__reference *r = &sum->context->view->references[sum->reference];
  bool drifts = pme__instance_view_split_drift(sum->context->view, r, sum->loop) !=
                pme__instance_view_stride(sum->context->view, r, sum->loop);
  if (g.count > 1 || drifts || !alone(sum, &g.regions[g.own]))
    together(sum, &g);
}
