/* Footprints: lines that the inner loops of a nest touch, from strides and numbers of iterations. Where those of some
 * loops and all inside of them fit into a cache, each iteration of the loop around them finds what the one before left.
 */
#include "nest_footprint.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/advise/time/loop_body.h"
#include "analysis/advise/time/vector_ports.h"

static const pme_concrete_access *access_at(const pme__nest_lines *body, int k) {
  return &pme_concrete_node_at(body->concrete, body->ids[k])->u.access;
}

static bool is_write(const pme__footprint_nest *nest, int k) {
  return pme_program_node(pme_concrete_program(nest->body->concrete), nest->body->ids[k])->u.access.is_write;
}

/* ---- iterations ---- */

static double value_at(const pme_affine *affine, const double middle[]) {
  double sum = (double)affine->constant;
  for (int d = 0; d < affine->depth; d++)
    sum += (double)affine->coefficients[d] * middle[d];
  for (int q = 0; q < affine->div_count; q++)
    sum += (double)affine->divs[q].coefficient *
           floor(value_at(affine->divs[q].numerator, middle) / (double)affine->divs[q].denominator);
  return sum;
}

/* The bound that holds: the largest of starts, the smallest of ends, and the other way for negative steps. */
static double bound_at(const pme_affine *bounds, int count, bool is_largest, const double middle[]) {
  double bound = value_at(&bounds[0], middle);
  for (int i = 1; i < count; i++) {
    double other = value_at(&bounds[i], middle);
    bound = is_largest ? fmax(bound, other) : fmin(bound, other);
  }
  return bound;
}

static double trips_of(const pme_concrete_loop *loop, double middle[]) {
  double first = bound_at(loop->firsts, loop->first_count, loop->step > 0, middle);
  double last = bound_at(loop->lasts, loop->last_count, loop->step < 0, middle);
  middle[loop->depth] = (first + last) / 2;
  return fmax(floor((last - first) / (double)loop->step) + 1, 1);
}

static void find_middles(const pme_concrete *concrete, int loop, double middle[]) {
  if (loop == PME_NONE)
    return;
  find_middles(concrete, pme_concrete_node_at(concrete, loop)->parent, middle);
  if (pme_concrete_node_at(concrete, loop)->kind == PME_NODE_LOOP)
    trips_of(&pme_concrete_node_at(concrete, loop)->u.loop, middle);
}

void pme__find_trips(const pme_concrete *concrete, const pme_nest_order *nest, double trips[PME_MOST_NEST_LOOPS]) {
  double middle[PME_MAX_DEPTH] = {0};
  find_middles(concrete, pme_concrete_node_at(concrete, nest->loops[0])->parent, middle);
  for (int p = 0; p < nest->count; p++)
    trips[p] = trips_of(&pme_concrete_node_at(concrete, nest->loops[p])->u.loop, middle);
}

double pme__first_of(const pme_concrete_loop *loop) {
  for (int d = 0; d < loop->firsts[0].depth; d++)
    if (loop->firsts[0].coefficients[d] != 0)
      return 0;
  return (double)loop->firsts[0].constant;
}

void pme__footprint_of_order(const pme__nest_lines *body, const pme_nest_order *order, const double trips[],
                             pme__footprint_nest *out) {
  out->body = body;
  out->line_bytes = body->line_bytes;
  out->count = order->count;
  out->is_unrolled = false;
  for (int p = 0; p < order->count; p++) {
    const pme_concrete_loop *loop = &pme_concrete_node_at(body->concrete, order->loops[order->at[p]])->u.loop;
    out->loops[p] = (pme__footprint_loop){loop->depth, (double)loop->step, trips[order->at[p]], pme__first_of(loop)};
  }
}

/* ---- lines ---- */

static double stride_along(const pme__footprint_nest *nest, int k, int loop) {
  const pme_affine *offset = &access_at(nest->body, k)->offset_bytes;
  int depth = nest->loops[loop].depth;
  return depth < offset->depth ? fabs((double)offset->coefficients[depth] * nest->loops[loop].step) : 0;
}

/* Loops from `outermost` on, those with the smallest strides first. */
static int sort_by_stride(const pme__footprint_nest *nest, int k, int outermost, int sorted[]) {
  int count = 0;
  for (int loop = nest->count - 1; loop >= outermost; loop--) {
    int at = count++;
    for (; at > 0 && stride_along(nest, k, sorted[at - 1]) > stride_along(nest, k, loop); at--)
      sorted[at] = sorted[at - 1];
    sorted[at] = loop;
  }
  return count;
}

/* Iterations of some loops, and of one of them so many more. */
typedef struct region {
  int outermost, count, sorted[PME__MOST_FOOTPRINT_LOOPS];
  int longer;
  double more;
} region;

/* A stretch of bytes that begins at any multiple of `grid` in a line, and so many behind that. */
static double lines_of_stretch(double bytes, double behind, double grid, double line) {
  return 1 + floor((behind + bytes - 1) / grid) * grid / line;
}

/* Lines of one access: what moves by less than what is there already makes it longer, other loops repeat it. */
static double lines_of_access(const pme__footprint_nest *nest, int k, const region *r) {
  const pme_concrete_access *access = access_at(nest->body, k);
  double line = (double)nest->line_bytes, span = (double)access->size_bytes, pieces = 1;
  uint64_t moves = (uint64_t)nest->line_bytes; /* whose lowest bit all moves have in common */
  int64_t start = access->offset_bytes.constant;
  for (int i = 0; i < r->count; i++) {
    int loop = r->sorted[i];
    double stride = stride_along(nest, k, loop), trips = nest->loops[loop].trips + (loop == r->longer ? r->more : 0);
    if (stride <= fmax(span, line))
      span += stride * (trips - 1);
    else {
      pieces *= trips;
      moves |= (uint64_t)stride;
    }
  }
  for (int loop = 0; loop < nest->count; loop++) {
    double stride = stride_along(nest, k, loop);
    start += (int64_t)(stride / fmax(fabs(nest->loops[loop].step), 1) * nest->loops[loop].first);
    moves |= loop < r->outermost && nest->loops[loop].trips > 1 ? (uint64_t)stride : 0;
  }
  uint64_t grid = moves & (~moves + 1);
  return pieces * lines_of_stretch(span, (double)((uint64_t)start & (grid - 1)), (double)grid, line);
}

/* How far `b` is ahead of `a`, in iterations of each loop; `outermost` itself no more than `most_steps`. False: the loops
 * bring neither to lines of the other. */
static bool meets(const pme__footprint_nest *nest, int a, int b, const region *r, double most_steps, double ahead[]) {
  double distance =
      (double)(access_at(nest->body, b)->offset_bytes.constant - access_at(nest->body, a)->offset_bytes.constant);
  if (!pme__moves_alike(nest->body, nest->body->ids[a], nest->body->ids[b]))
    return false;
  for (int i = r->count - 1; i >= 0; i--) {
    int loop = r->sorted[i];
    double stride = stride_along(nest, a, loop);
    double most = fmin(nest->loops[loop].trips - 1, loop == r->outermost ? most_steps : INFINITY);
    ahead[loop] = stride > 0 ? copysign(fmin(floor(fabs(distance) / stride + 0.5), most), distance) : 0;
    distance -= ahead[loop] * stride;
  }
  return fabs(distance) < (double)nest->line_bytes;
}

/* What accesses before and behind add to those of one: the rows around a tile of a stencil. Tiles beside each other share
 * them. */
static double lines_around(const pme__footprint_nest *nest, int k, region *r, const double more[]) {
  double lines = 0, inside = lines_of_access(nest, k, r);
  for (int i = 0; i < r->count; i++) {
    double shared = 1;
    r->longer = r->sorted[i];
    r->more = more[r->longer];
    if (r->more <= 0)
      continue;
    for (int loop = r->outermost; loop < nest->count; loop++)
      shared *=
          loop != r->longer && nest->loops[loop].depth == nest->loops[r->longer].depth ? nest->loops[loop].trips : 1;
    lines += (lines_of_access(nest, k, r) - inside) / shared;
  }
  r->longer = PME_NONE;
  return inside + lines;
}

/* Of an access and all that come to its lines; none where it comes to those of one before. */
static double lines_of_group(const pme__footprint_nest *nest, int k, int outermost, double most_steps) {
  double ahead[PME__MOST_FOOTPRINT_LOOPS], before[PME__MOST_FOOTPRINT_LOOPS] = {0};
  double behind[PME__MOST_FOOTPRINT_LOOPS] = {0}, more[PME__MOST_FOOTPRINT_LOOPS];
  region r = {.outermost = outermost, .longer = PME_NONE};
  r.count = sort_by_stride(nest, k, outermost, r.sorted);
  for (int i = 0; i < nest->body->count; i++) {
    if (i == k || !meets(nest, k, i, &r, most_steps, ahead))
      continue;
    if (i < k)
      return 0;
    for (int loop = outermost; loop < nest->count; loop++) {
      before[loop] = fmin(before[loop], ahead[loop]);
      behind[loop] = fmax(behind[loop], ahead[loop]);
    }
  }
  for (int loop = outermost; loop < nest->count; loop++)
    more[loop] = behind[loop] - before[loop];
  return lines_around(nest, k, &r, more);
}

static double lines_of(const pme__footprint_nest *nest, int outermost, double most_steps) {
  double lines = 0;
  for (int k = 0; k < nest->body->count; k++)
    lines += lines_of_group(nest, k, outermost, most_steps);
  return lines;
}

/* `lines[d]`: of the loops from d on. */
static double misses_of(const pme__footprint_nest *nest, const double lines[], double capacity_lines) {
  double times = 1;
  int fitting = nest->count;
  while (fitting > 0 && lines[fitting - 1] <= capacity_lines)
    fitting--;
  if (fitting == 0)
    return lines[0];
  for (int loop = 0; loop < fitting - 1; loop++)
    times *= nest->loops[loop].trips;
  return times * lines_of(nest, fitting - 1, fmax(floor(capacity_lines / fmax(lines[fitting], 1)), 1));
}

void pme__estimate_misses(const pme__footprint_nest *nest, const double capacities_lines[], int count,
                          double misses[]) {
  double lines[PME__MOST_FOOTPRINT_LOOPS + 1];
  for (int loop = 0; loop <= nest->count; loop++)
    lines[loop] = lines_of(nest, loop, INFINITY);
  for (int i = 0; i < count; i++)
    misses[i] = misses_of(nest, lines, capacities_lines[i]);
}

/* ---- streams ---- */

double pme__count_iterations(const pme__footprint_nest *nest) {
  double iterations = 1;
  for (int loop = 0; loop < nest->count; loop++)
    iterations *= nest->loops[loop].trips;
  return iterations;
}

/* The compiled loop goes along lines: what it is unrolled into counts as part of it. */
static bool goes_along_lines(const pme__footprint_nest *nest, int k) {
  for (int loop = nest->count - (nest->is_unrolled ? 2 : 1); loop >= 0; loop--)
    if (stride_along(nest, k, loop) > 0 && nest->loops[loop].trips > 1)
      return stride_along(nest, k, loop) < 2 * (double)nest->line_bytes;
  return true;
}

static pme__turns turns_of(const pme__footprint_nest *nest, int k) {
  pme__stream_loop loops[PME__MOST_FOOTPRINT_LOOPS];
  for (int l = 0; l < nest->count; l++)
    loops[l] = (pme__stream_loop){stride_along(nest, k, nest->count - 1 - l), nest->loops[nest->count - 1 - l].trips};
  return pme__turns_of(loops, nest->count, (double)access_at(nest->body, k)->size_bytes, (double)nest->line_bytes);
}

void pme__estimate_streams(const pme__footprint_nest *nest, pme__nest_streams *out) {
  double longest = 0, all = 0, iterations = pme__count_iterations(nest);
  *out = (pme__nest_streams){0};
  for (int k = 0; k < nest->body->count; k++)
    longest = fmax(longest, lines_of_group(nest, k, 0, INFINITY));
  for (int k = 0; k < nest->body->count; k++) {
    double lines = lines_of_group(nest, k, 0, INFINITY);
    pme__turns turns = turns_of(nest, k);
    bool is_stream = pme__are_foreseen_turns(&turns) || goes_along_lines(nest, k);
    if (is_stream && lines > 0)
      pme__add_stream(&turns, lines, turns.advance > 0 ? lines / turns.advance / iterations : lines / longest,
                      is_write(nest, k), &out->foreseen);
    else
      out->scattered += lines;
    all += is_stream ? lines : 0;
  }
  out->foreseen.streams = longest > 0 ? all / longest : 0;
}

/* ---- what a core does meanwhile ---- */

bool pme__sums_up_innermost(const pme__footprint_nest *nest) {
  const pme__nest_lines *body = nest->body;
  for (int w = 0; w < body->count; w++)
    for (int r = 0; r < body->count && is_write(nest, w) && stride_along(nest, w, nest->count - 1) == 0; r++)
      if (!is_write(nest, r) && pme__moves_alike(body, body->ids[w], body->ids[r]) &&
          access_at(body, w)->offset_bytes.constant == access_at(body, r)->offset_bytes.constant)
        return true;
  return false;
}

static bool fits_vectors(const pme__footprint_nest *nest, int loop) {
  for (int k = 0; k < nest->body->count; k++) {
    double stride = stride_along(nest, k, loop);
    if (stride != (double)access_at(nest->body, k)->size_bytes && !(stride == 0 && !is_write(nest, k)))
      return false;
  }
  return true;
}

bool pme__fits_vectors(const pme__footprint_nest *nest) { return fits_vectors(nest, nest->count - 1); }

bool pme__fits_vectors_around(const pme__footprint_nest *nest) { return fits_vectors(nest, nest->count - 2); }

double pme__accesses_left(const pme__footprint_nest *nest) {
  double left = 0;
  for (int k = 0; k < nest->body->count; k++)
    if (stride_along(nest, k, nest->count - 2) > 0)
      left += stride_along(nest, k, nest->count - 1) > 0 ? nest->loops[nest->count - 1].trips : 1;
  return left;
}

double pme__cycles_of_vectors_in(const pme__footprint_nest *nest, int64_t vector) {
  const pme__nest_lines *body = nest->body;
  pme__vector_bytes bytes = {0};
  for (int k = 0; k < body->count; k++)
    if (stride_along(nest, k, nest->count - 1) > 0)
      pme__add_vector(body->concrete, body->ids[k], nest->loops[nest->count - 1].depth, vector, &bytes);
  return pme__cycles_of_vectors(&bytes);
}

double pme__count_entries(const pme__footprint_nest *nest) {
  double entries = 1;
  for (int loop = 0; loop < nest->count - (nest->is_unrolled ? 2 : 1); loop++)
    entries *= nest->loops[loop].trips;
  return entries;
}
