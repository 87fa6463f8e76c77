/* How often guards let an access through: random members of visits at evenly spread points of the iteration space. */
#include "guard_share.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/base/random.h"
#include "analysis/core/tree.h"
#include "analysis/model/loop_tree/loop_shape.h"

enum { POINTS = 192, MEMBERS = 24, MOST_GUARDS = 2 * PME_MAX_DEPTH };

/* The loops around an access, outermost first, and the guards. */
typedef struct enclosing {
  const pme_concrete_access *access;
  int loop_count, guard_count;
  const pme_concrete_loop *loops[PME_MAX_DEPTH];
  const pme_concrete_guard *guards[MOST_GUARDS];
} enclosing;

static bool find_enclosing(const pme_concrete *concrete, int node, enclosing *out) {
  *out = (enclosing){.access = &pme_concrete_node_at(concrete, node)->u.access};
  for (int id = pme_concrete_node_at(concrete, node)->parent; id != PME_NONE;
       id = pme_concrete_node_at(concrete, id)->parent) {
    const pme_concrete_node *around = pme_concrete_node_at(concrete, id);
    if (around->kind == PME_NODE_LOOP)
      out->loops[out->loop_count++] = &around->u.loop;
    else if (around->kind == PME_NODE_GUARD && out->guard_count < MOST_GUARDS)
      out->guards[out->guard_count++] = &around->u.guard;
  }
  for (int i = 0; i < out->loop_count / 2; i++) {
    const pme_concrete_loop *swap = out->loops[i];
    out->loops[i] = out->loops[out->loop_count - 1 - i];
    out->loops[out->loop_count - 1 - i] = swap;
  }
  return out->guard_count > 0;
}

static bool is_let_through(const enclosing *c, const int64_t *values) {
  for (int g = 0; g < c->guard_count; g++)
    for (int i = 0; i < c->guards[g]->condition_count; i++)
      if (pme_affine_value(&c->guards[g]->conditions[i], values) < 0)
        return false;
  return true;
}

static double fraction(double x) { return x - floor(x); }

/* Point p of the iteration space; false: it holds none there. */
static bool place(const enclosing *c, int p, int64_t *values) {
  for (int l = 0; l < c->loop_count; l++) {
    int64_t first = 0, trips = pme__trips_at(c->loops[l], values, &first);
    double at = fraction(0.5 + p * fraction(sqrt((double)(2 + l * (l + 3)))) + 0.37 * l);
    if (trips <= 0)
      return false;
    values[c->loops[l]->depth] = first + (int64_t)(at * (double)trips) * c->loops[l]->step;
  }
  return true;
}

static int64_t stride_of(const enclosing *c, int l) {
  const pme_affine *offset = &c->access->offset_bytes;
  int depth = c->loops[l]->depth;
  return depth < offset->depth ? offset->coefficients[depth] * c->loops[l]->step : 0;
}

/* Loops that may move the access inside a line: a mask; `innermost`: those up to the first that does not. */
static uint32_t loops_inside_line(const enclosing *c, int line_bytes, bool innermost) {
  uint32_t mask = 0;
  for (int l = c->loop_count - 1; l >= 0; l--)
    if (llabs(stride_of(c, l)) < line_bytes)
      mask |= UINT32_C(1) << l;
    else if (innermost)
      break;
  return mask;
}

/* A line that an access touches at a point of the iteration space. */
typedef struct visit {
  const enclosing *enclosing; /* of the access */
  const int64_t *values;      /* the point */
  int64_t phase;              /* bytes of the line before the access */
  int line_bytes;
} visit;

/* A random iteration that differs from the point in the loops of the mask and touches the same line. False: there was
 * none. */
static bool draw_member(const visit *v, uint32_t mask, uint64_t *random, int64_t *member) {
  const enclosing *c = v->enclosing;
  int64_t phase = v->phase, line_bytes = v->line_bytes;
  for (int l = 0; l < c->loop_count; l++) {
    const pme_concrete_loop *loop = c->loops[l];
    int64_t first = 0, trips = pme__trips_at(loop, member, &first), stride = stride_of(c, l), low = 0, high = trips - 1;
    int64_t now = (v->values[loop->depth] - first) / loop->step;
    if (!(mask >> l & 1))
      low = high = now;
    else if (stride != 0) {
      int64_t back = (stride > 0 ? phase : line_bytes - 1 - phase) / llabs(stride);
      int64_t on = (stride > 0 ? line_bytes - 1 - phase : phase) / llabs(stride);
      low = now - back > low ? now - back : low;
      high = now + on < high ? now + on : high;
    }
    if (low > high || low < 0 || high >= trips)
      return false;
    int64_t i = low + (int64_t)(pme__random_unit(random) * (double)(high - low + 1));
    member[loop->depth] = first + i * loop->step;
    phase += (i - now) * stride;
    if (phase < 0 || phase >= line_bytes)
      return false;
  }
  return true;
}

/* Whether guards of `asked` let an iteration of the visit through. */
static bool is_made(const visit *v, const enclosing *asked, uint32_t mask, uint64_t *random) {
  int64_t member[PME_MAX_DEPTH] = {0};
  if (is_let_through(asked, v->values))
    return true;
  for (int n = 0; n < MEMBERS && mask; n++)
    if (draw_member(v, mask, random, member) && is_let_through(asked, member))
      return true;
  return false;
}

pme__guard_share pme__guard_share_of(const pme_concrete *concrete, int node, int line_bytes) {
  enclosing c;
  int64_t values[PME_MAX_DEPTH] = {0};
  uint64_t random = 1;
  if (!find_enclosing(concrete, node, &c))
    return (pme__guard_share){1, 1};
  uint32_t near = loops_inside_line(&c, line_bytes, true), all = loops_inside_line(&c, line_bytes, false);
  int points = 0, visited = 0, lines = 0;
  for (int p = 0; p < POINTS; p++) {
    if (!place(&c, p, values))
      continue;
    visit v = {&c, values, (int64_t)(pme__random_unit(&random) * line_bytes), line_bytes};
    bool is_visited = is_made(&v, &c, near, &random);
    points++;
    visited += is_visited;
    lines += is_visited || is_made(&v, &c, all, &random);
  }
  return points ? (pme__guard_share){(double)visited / points, (double)lines / points} : (pme__guard_share){1, 1};
}

double pme__guard_share_inside(const pme_concrete *concrete, int node, int depth, int line_bytes) {
  enclosing c;
  int64_t values[PME_MAX_DEPTH] = {0};
  uint64_t random = 1;
  if (!find_enclosing(concrete, node, &c))
    return 1;
  uint32_t mask = loops_inside_line(&c, line_bytes, false);
  for (int l = 0; l < c.loop_count && c.loops[l]->depth <= depth; l++)
    mask &= ~(UINT32_C(1) << l);
  int points = 0, visited = 0;
  for (int p = 0; p < POINTS; p++) {
    if (!place(&c, p, values))
      continue;
    visit v = {&c, values, (int64_t)(pme__random_unit(&random) * line_bytes), line_bytes};
    points++;
    visited += is_made(&v, &c, mask, &random);
  }
  return points ? (double)visited / points : 1;
}

bool pme__guard_holds_with(const pme_concrete *concrete, int q, int r) {
  for (int id = q; id != PME_NONE; id = pme_concrete_node_at(concrete, id)->parent)
    if (pme_concrete_node_at(concrete, id)->kind == PME_NODE_GUARD && !pme__concrete_is_below(concrete, r, id))
      return false;
  return true;
}

double pme__guard_share_given(const pme_concrete *concrete, int q, int r, int line_bytes) {
  enclosing of_q, of_r;
  int64_t values[PME_MAX_DEPTH] = {0};
  uint64_t random = 1;
  if (!find_enclosing(concrete, q, &of_q))
    return 1;
  find_enclosing(concrete, r, &of_r);
  if (of_q.loop_count != of_r.loop_count)
    return -1;
  for (int l = 0; l < of_r.loop_count; l++)
    if (of_q.loops[l] != of_r.loops[l])
      return -1;
  uint32_t near = loops_inside_line(&of_r, line_bytes, true);
  int made = 0, both = 0;
  for (int p = 0; p < POINTS; p++) {
    visit v = {&of_r, values, (int64_t)(pme__random_unit(&random) * line_bytes), line_bytes};
    if (!place(&of_r, p, values) || !is_made(&v, &of_r, near, &random))
      continue;
    made++;
    both += is_made(&v, &of_q, near, &random);
  }
  return made ? (double)both / made : 1;
}
