/* How often guards let an access through: random members of visits at evenly spread points of the iteration space. */
#include "guard_share.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/base/random.h"
#include "analysis/core/tree.h"
#include "analysis/model/loop_tree/loop_shape.h"

enum { POINTS = 192, MEMBERS = 24, MOST_GUARDS = 2 * PME_MAX_DEPTH };
/* About nanoseconds for each iteration that is tried. */
static const double EFFORT_OF_LOOP = 15, EFFORT_OF_CONDITION = 10;

/* The loops around an access, outermost first, and the guards. */
typedef struct enclosing {
  const pme_concrete_access *access;
  int loop_count, guard_count;
  const pme_concrete_loop *loops[PME_MAX_DEPTH];
  const pme_concrete_guard *guards[MOST_GUARDS];
  bool is_same_anywhere; /* what the guards say, in all iterations: they ask for sizes alone */
  double effort;         /* of one iteration that is tried, about nanoseconds */
} enclosing;

static bool moves(const pme_affine *condition) {
  bool is_moved = condition->div_count > 0;
  for (int d = 0; d < condition->depth; d++)
    is_moved = is_moved || condition->coefficients[d] != 0;
  return is_moved;
}

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
  out->effort = EFFORT_OF_LOOP * out->loop_count;
  out->is_same_anywhere = true;
  for (int g = 0; g < out->guard_count; g++) {
    out->effort += EFFORT_OF_CONDITION * out->guards[g]->condition_count;
    for (int i = 0; i < out->guards[g]->condition_count; i++)
      out->is_same_anywhere = out->is_same_anywhere && !moves(&out->guards[g]->conditions[i]);
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
  double *effort; /* so far */
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
  *v->effort += asked->effort;
  if (is_let_through(asked, v->values))
    return true;
  for (int n = 0; n < MEMBERS && mask && !asked->is_same_anywhere; n++) {
    *v->effort += asked->effort;
    if (draw_member(v, mask, random, member) && is_let_through(asked, member))
      return true;
  }
  return false;
}

/* ---- looking ---- */

static pme__guard_share look_at(const enclosing *c, int line_bytes, double *effort) {
  int64_t values[PME_MAX_DEPTH] = {0};
  uint64_t random = 1;
  uint32_t near = loops_inside_line(c, line_bytes, true), all = loops_inside_line(c, line_bytes, false);
  int points = 0, visited = 0, lines = 0;
  for (int p = 0; p < POINTS; p++) {
    if (!place(c, p, values))
      continue;
    visit v = {c, values, (int64_t)(pme__random_unit(&random) * line_bytes), line_bytes, effort};
    bool is_visited = is_made(&v, c, near, &random);
    points++;
    visited += is_visited;
    lines += is_visited || is_made(&v, c, all, &random);
  }
  return points ? (pme__guard_share){(double)visited / points, (double)lines / points} : (pme__guard_share){1, 1};
}

static double look_inside(const enclosing *c, int depth, int line_bytes, double *effort) {
  int64_t values[PME_MAX_DEPTH] = {0};
  uint64_t random = 1;
  uint32_t mask = loops_inside_line(c, line_bytes, false);
  for (int l = 0; l < c->loop_count && c->loops[l]->depth <= depth; l++)
    mask &= ~(UINT32_C(1) << l);
  int points = 0, visited = 0;
  for (int p = 0; p < POINTS; p++) {
    if (!place(c, p, values))
      continue;
    visit v = {c, values, (int64_t)(pme__random_unit(&random) * line_bytes), line_bytes, effort};
    points++;
    visited += is_made(&v, c, mask, &random);
  }
  return points ? (double)visited / points : 1;
}

static bool same_loops(const enclosing *a, const enclosing *b) {
  if (a->loop_count != b->loop_count)
    return false;
  for (int l = 0; l < b->loop_count; l++)
    if (a->loops[l] != b->loops[l])
      return false;
  return true;
}

static double compare(const enclosing *of_q, const enclosing *of_r, int line_bytes, double *effort) {
  int64_t values[PME_MAX_DEPTH] = {0};
  uint64_t random = 1;
  uint32_t near = loops_inside_line(of_r, line_bytes, true);
  int made = 0, both = 0;
  for (int p = 0; p < POINTS; p++) {
    visit v = {of_r, values, (int64_t)(pme__random_unit(&random) * line_bytes), line_bytes, effort};
    if (!place(of_r, p, values) || !is_made(&v, of_r, near, &random))
      continue;
    made++;
    both += is_made(&v, of_q, near, &random);
  }
  return made ? (double)both / made : 1;
}

/* ---- what was looked at before ---- */

/* All that a share depends on; without holes, so that keys are compared byte by byte. */
typedef struct share_key {
  int32_t parent, other, line_bytes, depth; /* `other`: parent of the access that is asked about; depth: of `inside` */
  int64_t strides[PME_MAX_DEPTH];           /* of the access, by depth of the loops */
} share_key;

enum { NOT_INSIDE = -2 };

typedef struct known_share {
  share_key key;
  pme__guard_share share;
  struct known_share *next;
} known_share;

enum { SLOTS = 256 };

struct pme__guard_shares {
  const pme_concrete *concrete;
  pme_arena *arena;
  double effort;
  known_share *slots[SLOTS];
};

pme__guard_shares *pme__guard_shares_create(const pme_concrete *concrete, pme_arena *arena) {
  pme__guard_shares *shares = PME_ARENA_NEW(arena, pme__guard_shares, 1);
  if (shares)
    *shares = (pme__guard_shares){.concrete = concrete, .arena = arena};
  return shares;
}

double pme__guard_shares_effort(const pme__guard_shares *shares) { return shares->effort; }

static int parent_of(const pme__guard_shares *shares, int node) {
  return pme_concrete_node_at(shares->concrete, node)->parent;
}

static share_key key_of(const pme__guard_shares *shares, int node, int line_bytes) {
  const pme_affine *offset = &pme_concrete_node_at(shares->concrete, node)->u.access.offset_bytes;
  share_key key = {.parent = parent_of(shares, node), .other = PME_NONE, .line_bytes = line_bytes, .depth = NOT_INSIDE};
  for (int d = 0; d < offset->depth; d++)
    key.strides[d] = offset->coefficients[d];
  return key;
}

static known_share **slot_of(pme__guard_shares *shares, const share_key *key) {
  uint64_t hash = (uint64_t)key->parent * 31 + (uint64_t)key->other * 7 + (uint64_t)key->depth;
  for (int d = 0; d < PME_MAX_DEPTH; d++)
    hash = (hash ^ (uint64_t)key->strides[d]) * UINT64_C(0x9E3779B97F4A7C15);
  return &shares->slots[hash >> 56];
}

static const pme__guard_share *find(pme__guard_shares *shares, const share_key *key) {
  for (known_share *known = *slot_of(shares, key); known; known = known->next)
    if (memcmp(&known->key, key, sizeof *key) == 0)
      return &known->share;
  return NULL;
}

/* Without memory it is looked at again. */
static pme__guard_share keep(pme__guard_shares *shares, const share_key *key, pme__guard_share share) {
  known_share *known = PME_ARENA_NEW(shares->arena, known_share, 1), **slot = slot_of(shares, key);
  if (known) {
    *known = (known_share){*key, share, *slot};
    *slot = known;
  }
  return share;
}

pme__guard_share pme__guard_share_of(pme__guard_shares *shares, int node, int line_bytes) {
  enclosing c;
  share_key key = key_of(shares, node, line_bytes);
  const pme__guard_share *known = find(shares, &key);
  if (known)
    return *known;
  if (!find_enclosing(shares->concrete, node, &c))
    return (pme__guard_share){1, 1};
  return keep(shares, &key, look_at(&c, line_bytes, &shares->effort));
}

double pme__guard_share_inside(pme__guard_shares *shares, int node, int depth, int line_bytes) {
  enclosing c;
  share_key key = key_of(shares, node, line_bytes);
  key.depth = depth;
  const pme__guard_share *known = find(shares, &key);
  if (known)
    return known->lines;
  if (!find_enclosing(shares->concrete, node, &c))
    return 1;
  double share = look_inside(&c, depth, line_bytes, &shares->effort);
  return keep(shares, &key, (pme__guard_share){share, share}).lines;
}

bool pme__guard_holds_with(const pme_concrete *concrete, int q, int r) {
  for (int id = q; id != PME_NONE; id = pme_concrete_node_at(concrete, id)->parent)
    if (pme_concrete_node_at(concrete, id)->kind == PME_NODE_GUARD && !pme__concrete_is_below(concrete, r, id))
      return false;
  return true;
}

double pme__guard_share_given(pme__guard_shares *shares, int q, int r, int line_bytes) {
  enclosing of_q, of_r;
  share_key key = key_of(shares, r, line_bytes);
  key.other = parent_of(shares, q);
  const pme__guard_share *known = find(shares, &key);
  if (known)
    return known->visits;
  if (!find_enclosing(shares->concrete, q, &of_q))
    return 1;
  find_enclosing(shares->concrete, r, &of_r);
  double share = same_loops(&of_q, &of_r) ? compare(&of_q, &of_r, line_bytes, &shares->effort) : -1;
  return keep(shares, &key, (pme__guard_share){share, share}).visits;
}
