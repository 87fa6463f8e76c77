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

void pme__footprint_of_order(const pme__nest_lines *body, const pme_nest_order *order, const double trips[],
                             pme__footprint_nest *out) {
  out->body = body;
  out->line_bytes = body->line_bytes;
  out->count = order->count;
  for (int p = 0; p < order->count; p++) {
    const pme_concrete_loop *loop = &pme_concrete_node_at(body->concrete, order->loops[order->at[p]])->u.loop;
    out->loops[p] = (pme__footprint_loop){loop->depth, (double)loop->step, trips[order->at[p]]};
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

/* Lines of one access: what moves by less than what is there already makes it longer, other loops repeat it. */
static double lines_of_access(const pme__footprint_nest *nest, int k, int outermost) {
  int sorted[PME__MOST_FOOTPRINT_LOOPS], count = sort_by_stride(nest, k, outermost, sorted);
  double line = (double)nest->line_bytes, span = (double)access_at(nest->body, k)->size_bytes, pieces = 1;
  for (int i = 0; i < count; i++) {
    double stride = stride_along(nest, k, sorted[i]), trips = nest->loops[sorted[i]].trips;
    if (stride <= fmax(span, line))
      span += stride * (trips - 1);
    else
      pieces *= trips;
  }
  return pieces * fmax(span / line, 1);
}

/* Whether the loops bring one of the two to lines of the other; `outermost` itself in no more than `most_steps`. */
static bool meets(const pme__footprint_nest *nest, int a, int b, int outermost, double most_steps) {
  int sorted[PME__MOST_FOOTPRINT_LOOPS], count = sort_by_stride(nest, a, outermost, sorted);
  int64_t from = access_at(nest->body, a)->offset_bytes.constant, to = access_at(nest->body, b)->offset_bytes.constant;
  double distance = fabs((double)(from - to));
  for (int i = count - 1; i >= 0; i--) {
    double stride = stride_along(nest, a, sorted[i]);
    double most = fmin(nest->loops[sorted[i]].trips - 1, sorted[i] == outermost ? most_steps : INFINITY);
    if (stride > 0)
      distance = fabs(distance - stride * fmin(floor(distance / stride + 0.5), most));
  }
  return distance < (double)nest->line_bytes;
}

/* Of all accesses; those that come to lines of others have none of their own. */
static double lines_of(const pme__footprint_nest *nest, int outermost, double most_steps) {
  double lines = 0;
  for (int k = 0; k < nest->body->count; k++) {
    bool is_new = true;
    for (int i = 0; i < k && is_new; i++)
      is_new = !(pme__moves_alike(nest->body, nest->body->ids[i], nest->body->ids[k]) &&
                 meets(nest, i, k, outermost, most_steps));
    lines += is_new ? lines_of_access(nest, k, outermost) : 0;
  }
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

/* ---- what a core does meanwhile ---- */

static bool is_write(const pme__footprint_nest *nest, int k) {
  return pme_program_node(pme_concrete_program(nest->body->concrete), nest->body->ids[k])->u.access.is_write;
}

bool pme__sums_up_innermost(const pme__footprint_nest *nest) {
  const pme__nest_lines *body = nest->body;
  for (int w = 0; w < body->count; w++)
    for (int r = 0; r < body->count && is_write(nest, w) && stride_along(nest, w, nest->count - 1) == 0; r++)
      if (!is_write(nest, r) && pme__moves_alike(body, body->ids[w], body->ids[r]) &&
          access_at(body, w)->offset_bytes.constant == access_at(body, r)->offset_bytes.constant)
        return true;
  return false;
}

bool pme__fits_vectors(const pme__footprint_nest *nest) {
  for (int k = 0; k < nest->body->count; k++) {
    double stride = stride_along(nest, k, nest->count - 1);
    if (stride != (double)access_at(nest->body, k)->size_bytes && !(stride == 0 && !is_write(nest, k)))
      return false;
  }
  return true;
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
  for (int loop = 0; loop < nest->count - 1; loop++)
    entries *= nest->loops[loop].trips;
  return entries;
}
