/* Guards: loops with one iteration or none, whose conditions become bounds of loops around them where that is the same.
 *
 * A guard that holds all that a loop runs, `for k: if (k >= 1 && i <= 8) ...`, says only where the loop begins and
 * ends, or the loop outside of it. There the walk can jump: it need not step through iterations that run nothing. One that
 * holds in every m-th iteration only, `for j: if ((i + j) % 2 == colour) ..`, says how the loop steps. */
#include <string.h>

#include "analysis/base/integer.h"
#include "build.h"

typedef pme__tree_builder builder;
typedef pme__tree_node tree_node;

/* ---- building ---- */

static uint32_t iterators_of(const pme__tree_affine *affine) {
  uint32_t mask = 0;
  for (int d = 0; d < affine->depth; d++)
    mask |= (uint32_t)(affine->coefficients[d] != 0) << d;
  return mask;
}

/* Conditions e >= 0, all of them in iterators. False: too many, or too large. */
static bool convert_conditions(builder *b, const pme_concrete_guard *guard, tree_node **around,
                               pme__tree_affine *conditions) {
  if (guard->condition_count > PME__TREE_MAX_BOUNDS - 1)
    return false;
  for (int i = 0; i < guard->condition_count; i++)
    if (!pme__tree_convert(b, &guard->conditions[i], around, &conditions[i]))
      return false;
  return true;
}

/* Those of conditions[0 .. count - 1] that have no iterator in common with the others: a mask, the first one's in it.
 */
static uint32_t conditions_like_first(const pme__tree_affine *conditions, uint32_t left) {
  uint32_t taken = left & -left, used = 0;
  for (uint32_t before = 0; before != taken;) {
    before = taken;
    for (int i = 0; i < PME__TREE_MAX_BOUNDS; i++) {
      uint32_t own = left >> i & 1 ? iterators_of(&conditions[i]) : 0;
      if ((taken >> i & 1) || (own & used))
        taken |= UINT32_C(1) << i, used |= own;
    }
  }
  return taken;
}

/* The bounds 0 .. min(0, e) for each condition e >= 0 in the mask. */
static pme__tree_built open_conditions(builder *b, const pme__tree_affine *conditions, uint32_t mask, bool one_thread,
                                       tree_node **innermost) {
  pme__unit_loop shape;
  tree_node *loop = NULL;
  pme__unit_loop_clear(&shape);
  shape.upper_count = 1;
  shape.uppers[0] = (pme__tree_bound){pme__tree_constant(0), 1};
  for (int i = 0; i < PME__TREE_MAX_BOUNDS; i++)
    if (mask >> i & 1)
      shape.uppers[shape.upper_count++] = (pme__tree_bound){conditions[i], 1};
  pme__tree_built built = pme__tree_bounded_loop(b, *innermost, &shape, &loop);
  if (built != PME__TREE_BUILT)
    return built;
  loop->one_thread = one_thread;
  bool always = loop->upper_count == 1 && pme__tree_is_constant(&loop->uppers[0].numerator) && !one_thread;
  if (always) /* nothing is guarded */
    pme__tree_unlink(loop);
  else
    *innermost = loop;
  return PME__TREE_BUILT;
}

pme__tree_built pme__tree_open_guard(builder *b, const pme_concrete_guard *guard, tree_node *parent,
                                     tree_node **innermost) {
  pme__tree_affine conditions[PME__TREE_MAX_BOUNDS] = {{0}};
  *innermost = parent;
  if (!convert_conditions(b, guard, innermost, conditions))
    return PME__TREE_UNFIT;
  uint32_t left = (UINT32_C(1) << guard->condition_count) - 1;
  bool one_thread = guard->one_thread;
  do {
    uint32_t mask = left ? conditions_like_first(conditions, left) : 0;
    pme__tree_built built = open_conditions(b, conditions, mask, one_thread, innermost);
    if (built != PME__TREE_BUILT)
      return built;
    left &= ~mask;
    one_thread = false;
  } while (left);
  return PME__TREE_BUILT;
}

/* ---- loops that do something in every m-th iteration ----
 *
 * Guards f % m == c, which come as f % m >= c and f % m <= c, or as one of them where c is an end of 0 .. m - 1. */

/* Greater moduli and coefficients might overflow. */
static const int64_t MOST_MODULUS = 1 << 20, MOST_COEFFICIENT = INT64_C(1) << 40;

/* numerator % modulus <= bound, or >=; coefficients of up to PME_MAX_DEPTH loops. */
typedef struct residue_condition {
  const pme_affine *numerator;
  int64_t modulus, constant, coefficients[PME_MAX_DEPTH]; /* of the bound */
  bool is_least;                                          /* >= */
} residue_condition;

static int64_t coefficient(const pme_affine *affine, int depth) {
  return depth < affine->depth ? affine->coefficients[depth] : 0;
}

/* constant + linear - m * floor(n / m) = (n % m) + (constant + linear - n); with the other sign -(n % m) + ... */
static bool read_condition(const pme_affine *from, residue_condition *out) {
  if (from->div_count != 1 || from->divs[0].numerator->div_count > 0 || from->divs[0].denominator > MOST_MODULUS)
    return false;
  const pme_affine_div *div = &from->divs[0];
  int64_t sign = div->coefficient < 0 ? 1 : -1;
  *out = (residue_condition){.numerator = div->numerator, .modulus = div->denominator, .is_least = sign > 0};
  if (div->coefficient != -sign * div->denominator)
    return false;
  out->constant = -sign * from->constant + div->numerator->constant;
  for (int d = 0; d < PME_MAX_DEPTH; d++)
    out->coefficients[d] = -sign * coefficient(from, d) + coefficient(div->numerator, d);
  return true;
}

static bool is_same_residue(const residue_condition *a, const residue_condition *b) {
  bool is_same = a->modulus == b->modulus && a->numerator->constant == b->numerator->constant &&
                 a->constant == b->constant && a->is_least != b->is_least;
  for (int d = 0; d < PME_MAX_DEPTH && is_same; d++)
    is_same = a->coefficients[d] == b->coefficients[d] && coefficient(a->numerator, d) == coefficient(b->numerator, d);
  return is_same;
}

/* The one residue for which a condition alone holds; PME_NONE: there are several. */
static int64_t only_residue(const residue_condition *c) {
  for (int d = 0; d < PME_MAX_DEPTH; d++)
    if (c->coefficients[d] != 0)
      return PME_NONE;
  if (c->is_least)
    return c->constant == c->modulus - 1 ? c->constant : PME_NONE;
  return c->constant == 0 ? 0 : PME_NONE;
}

/* Of the guard's conditions those that say which residue: a mask. 0: none do. */
static uint32_t find_conditions(const pme_concrete_guard *guard, int depth, residue_condition *out) {
  for (int i = 0; i < guard->condition_count; i++) {
    if (!read_condition(&guard->conditions[i], out) || coefficient(out->numerator, depth) == 0 ||
        out->coefficients[depth] != 0)
      continue;
    if (only_residue(out) != PME_NONE)
      return UINT32_C(1) << i;
    for (int j = i + 1; j < guard->condition_count; j++) {
      residue_condition other;
      if (read_condition(&guard->conditions[j], &other) && is_same_residue(out, &other))
        return UINT32_C(1) << i | UINT32_C(1) << j;
    }
  }
  return 0;
}

/* Whether what the remainder is to be is one always. */
static bool is_in_range(builder *b, const residue_condition *c, pme__tree_node *parent) {
  const pme_affine bound = {.constant = c->constant, .depth = PME_MAX_DEPTH, .coefficients = c->coefficients};
  pme__tree_affine converted;
  int64_t low, high;
  return pme__tree_convert(b, &bound, &parent, &converted) && pme__tree_minimum(&converted, parent, &low) &&
         pme__tree_maximum(&converted, parent, &high) && low >= 0 && high < c->modulus;
}

static int64_t inverse_of(int64_t value, int64_t modulus) {
  for (int64_t x = 1, product = value % modulus; x < modulus; x++, product = (product + value) % modulus)
    if (product == 1)
      return x;
  return 0;
}

/* The value of the loop's variable that fits, but for multiples of m: inverse * (bound - the rest of the numerator). */
static bool fitting_value(builder *b, const residue_condition *c, int depth, pme_affine *out) {
  int64_t step = pme__floor_mod(coefficient(c->numerator, depth), c->modulus), inverse = inverse_of(step, c->modulus);
  int64_t *coefficients = PME_ARENA_NEW(b->arena, int64_t, PME_MAX_DEPTH);
  if (!coefficients || inverse == 0)
    return false;
  for (int d = 0; d < depth; d++) {
    coefficients[d] = c->coefficients[d] - coefficient(c->numerator, d);
    if (coefficients[d] > MOST_COEFFICIENT || coefficients[d] < -MOST_COEFFICIENT)
      return false;
    coefficients[d] = pme__floor_mod(inverse * coefficients[d], c->modulus);
  }
  int64_t constant = pme__floor_mod(c->constant - c->numerator->constant, c->modulus);
  *out = (pme_affine){.constant = inverse * constant % c->modulus, .depth = depth, .coefficients = coefficients};
  return true;
}

/* The least value from `first` on that fits: value - m * floor((value - first) / m). */
static bool move_first(builder *b, const pme_affine *first, const pme_affine *value, int64_t modulus, pme_affine *out) {
  pme_affine_div *div = PME_ARENA_NEW(b->arena, pme_affine_div, 1);
  pme_affine *numerator = PME_ARENA_NEW(b->arena, pme_affine, 1);
  int64_t *coefficients = PME_ARENA_NEW(b->arena, int64_t, PME_MAX_DEPTH);
  pme_affine_div *divs = PME_ARENA_NEW(b->arena, pme_affine_div, first->div_count + 1);
  if (!div || !numerator || !coefficients || !divs)
    return false;
  for (int d = 0; d < value->depth; d++)
    coefficients[d] = value->coefficients[d] - coefficient(first, d);
  for (int q = 0; q < first->div_count; q++) {
    divs[q] = first->divs[q];
    divs[q].coefficient = -divs[q].coefficient;
  }
  *numerator = (pme_affine){.constant = value->constant - first->constant,
                            .depth = value->depth,
                            .coefficients = coefficients,
                            .div_count = first->div_count,
                            .divs = divs};
  *div = (pme_affine_div){.coefficient = -modulus, .numerator = numerator, .denominator = modulus};
  *out = *value;
  out->div_count = 1;
  out->divs = div;
  return true;
}

static bool move_firsts(builder *b, const residue_condition *c, pme_concrete_loop *loop) {
  pme_affine value, *firsts = PME_ARENA_NEW(b->arena, pme_affine, loop->first_count);
  if (!firsts || !fitting_value(b, c, loop->depth, &value))
    return false;
  for (int i = 0; i < loop->first_count; i++)
    if (!move_first(b, &loop->firsts[i], &value, c->modulus, &firsts[i]))
      return false;
  loop->firsts = firsts;
  loop->step = c->modulus;
  return true;
}

static bool leave_conditions(builder *b, const pme_concrete_guard *guard, uint32_t taken, pme_concrete_guard *left) {
  pme_affine *conditions = PME_ARENA_NEW(b->arena, pme_affine, guard->condition_count);
  *left = (pme_concrete_guard){.conditions = conditions};
  for (int i = 0; conditions && i < guard->condition_count; i++)
    if (!(taken >> i & 1))
      conditions[left->condition_count++] = guard->conditions[i];
  return conditions != NULL;
}

bool pme__find_residue_loop(builder *b, int source, pme__tree_node *parent, pme__residue_loop *out) {
  const pme_concrete_node *node = pme_concrete_node_at(b->concrete, source);
  const pme_concrete_node *inner =
      node->first_child == PME_NONE ? NULL : pme_concrete_node_at(b->concrete, node->first_child);
  residue_condition condition;
  out->loop = node->u.loop;
  out->guard = node->first_child;
  if (!inner || !inner->modelled || inner->kind != PME_NODE_GUARD || inner->next_sibling != PME_NONE ||
      out->loop.step != 1 || inner->u.guard.one_thread || inner->u.guard.condition_count > PME__TREE_MAX_BOUNDS)
    return false;
  uint32_t taken = find_conditions(&inner->u.guard, out->loop.depth, &condition);
  return taken && is_in_range(b, &condition, parent) && move_firsts(b, &condition, &out->loop) &&
         leave_conditions(b, &inner->u.guard, taken, &out->left);
}

/* ---- conditions as bounds ---- */

static bool is_guard(const tree_node *node) {
  return !node->is_body && !node->is_single && !node->is_phase && node->distribution == PME__DISTRIBUTION_NONE &&
         node->lower_count == 0 && node->maximum == 0 && !node->collapsed;
}

/* Whether the bounds of a loop only say which iterations it has: not how they are distributed, or
 * where blocks end. */
static bool has_free_bounds(const tree_node *loop) {
  return loop->distribution == PME__DISTRIBUTION_NONE && !loop->is_single && !loop->cuts_block && !loop->is_phase;
}

/* The loop over the iterator that nothing but the guard runs in; NULL: there is none. */
static tree_node *only_loop_around(tree_node *guard, int depth) {
  tree_node *node = guard;
  while (node->parent && node->depth > depth && node->parent->first_child == node->parent->last_child)
    node = node->parent;
  return node->depth == depth && has_free_bounds(node) ? node : NULL;
}

/* c*i + e >= 0 as a bound of i: i >= (c - 1 - e) / c, or i <= e / -c, rounded down. */
static bool solve(const pme__tree_affine *condition, int depth, bool *is_lower, pme__tree_bound *out) {
  int64_t c = condition->coefficients[depth];
  pme__tree_affine rest = *condition;
  rest.coefficients[depth] = 0;
  *is_lower = c > 0;
  *out = (pme__tree_bound){pme__tree_constant(c > 0 ? c - 1 : 0), c > 0 ? c : -c};
  return pme__tree_add_scaled(&out->numerator, c > 0 ? -1 : 1, &rest);
}

static pme__tree_bound *bounds_and(pme_arena *arena, const pme__tree_bound *bounds, int count,
                                   const pme__tree_bound *more) {
  pme__tree_bound *all = PME_ARENA_NEW(arena, pme__tree_bound, count + 1);
  if (!all)
    return NULL;
  if (count)
    memcpy(all, bounds, (size_t)count * sizeof *all);
  if (more)
    all[count] = *more;
  return all;
}

/* What is said of digits that together have all iterations is not so any more. */
static void part_digits(tree_node *loop) {
  for (tree_node *around = loop; around; around = around->parent)
    if (around->depth + around->digits >= loop->depth)
      around->digits = 0;
}

/* Gives the loop one bound more. False: it would have too many, or never run, or memory is out. */
static bool add_bound(pme_arena *arena, tree_node *loop, const pme__tree_bound *bound, bool is_lower) {
  tree_node bounded = *loop;
  pme__tree_bound zero = {pme__tree_constant(0), 1};
  bool from_zero = is_lower && loop->lower_count == 0;
  if (loop->lower_count + is_lower + from_zero > PME__TREE_MAX_BOUNDS ||
      loop->upper_count + !is_lower > PME__TREE_MAX_BOUNDS)
    return false;
  const pme__tree_bound *lowers = from_zero ? &zero : loop->lowers;
  bounded.lower_count += from_zero;
  pme__tree_bound *low = bounds_and(arena, lowers, bounded.lower_count, is_lower ? bound : NULL);
  pme__tree_bound *high = bounds_and(arena, loop->uppers, loop->upper_count, is_lower ? NULL : bound);
  bounded.lower_count += is_lower;
  bounded.upper_count += !is_lower;
  if (!low || !high || pme__tree_settle_bounds(&bounded, low, high) != PME__TREE_RUNS)
    return false;
  *loop = bounded;
  loop->cut_by &= ~iterators_of(&bound->numerator);
  part_digits(loop);
  return true;
}

/* Whether the condition could be given to a loop. */
static bool move_condition(pme_arena *arena, tree_node *guard, const pme__tree_bound *condition) {
  pme__tree_bound bound;
  bool is_lower;
  int depth = condition->numerator.depth - 1;
  tree_node *loop = depth < 0 ? NULL : only_loop_around(guard, depth);
  return loop && solve(&condition->numerator, depth, &is_lower, &bound) && add_bound(arena, loop, &bound, is_lower);
}

/* A guard without conditions around accesses alone goes: they belong to the loop around. Its iterator is always 0. */
static void remove_if_empty(pme__loop_tree *program, tree_node *guard) {
  tree_node *group = guard->first_child, *parent = guard->parent;
  bool is_empty = pme__tree_is_constant(&guard->uppers[0].numerator) && guard->upper_count == 1 && !guard->one_thread;
  if (!is_empty || !group || !group->is_body || group->next || parent->first_child != parent->last_child)
    return;
  parent->first_child = parent->last_child = group;
  group->parent = parent;
  group->depth--;
  for (int r = 0; r < group->reference_count; r++)
    program->references[group->reference_first + r].offset.coefficients[guard->depth] = 0;
}

static void tighten_guard(pme__loop_tree *program, tree_node *guard) {
  pme_arena *arena = program->arena;
  pme__tree_bound *kept = PME_ARENA_NEW(arena, pme__tree_bound, guard->upper_count + 1);
  int count = 1, moved = 0;
  if (!kept)
    return;
  kept[0] = (pme__tree_bound){pme__tree_constant(0), 1};
  for (int i = 0; i < guard->upper_count; i++)
    if (move_condition(arena, guard, &guard->uppers[i]))
      moved++;
    else if (!pme__tree_is_constant(&guard->uppers[i].numerator))
      kept[count++] = guard->uppers[i];
  if (moved == 0)
    return;
  guard->uppers = kept;
  guard->upper_count = count;
  remove_if_empty(program, guard);
}

static void tighten(pme__loop_tree *program, tree_node *node) {
  for (tree_node *child = node->first_child, *next; child; child = next) {
    next = child->next;
    if (!child->is_body)
      tighten(program, child);
  }
  if (is_guard(node) && node->parent)
    tighten_guard(program, node);
}

void pme__tree_tighten(pme__loop_tree *program) { tighten(program, program->root); }
