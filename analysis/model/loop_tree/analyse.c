/* Derived facts of loops and references: what depends on what, what never changes, which phases are aligned. */
#include "collapse.h"

typedef pme__tree_node tree_node;

static uint32_t uses_of(const pme__tree_bound *bounds, int count) {
  uint32_t mask = 0;
  for (int i = 0; i < count; i++)
    for (int d = 0; d < bounds[i].numerator.depth; d++)
      if (bounds[i].numerator.coefficients[d])
        mask |= UINT32_C(1) << d;
  return mask;
}

uint32_t pme__tree_uses(const tree_node *loop) {
  uint32_t mask = uses_of(loop->lowers, loop->lower_count) | uses_of(loop->uppers, loop->upper_count);
  if (loop->values)
    mask |= UINT32_C(1) << loop->values_depth;
  if (loop->is_single && loop->collapsed)
    mask |= loop->collapsed->uses;
  if (loop->collapsed_role == PME__COLLAPSED_FIRST_CODE || loop->collapsed_role == PME__COLLAPSED_LAST_CODE)
    mask |= UINT32_C(1) << loop->collapsed->slot_depth;
  return mask;
}

/* Least value of upper - lower over the outer loops, for every pair; false if it may be below `least`. */
static bool spans_at_least(const tree_node *loop, int64_t least) {
  for (int u = 0; u < loop->upper_count; u++)
    for (int l = 0; l < (loop->lower_count ? loop->lower_count : 1); l++) {
      pme__tree_affine span = loop->uppers[u].numerator;
      int64_t value;
      if (loop->uppers[u].denominator != 1 || (loop->lower_count && loop->lowers[l].denominator != 1))
        return false;
      if (loop->lower_count && !pme__tree_add_scaled(&span, -1, &loop->lowers[l].numerator))
        return false;
      if (!pme__tree_minimum(&span, loop->parent, &value) || value < least)
        return false;
    }
  return true;
}

/* As of pme__tree_range_from_bounds: whoever draws an iteration asks for the ranges of threads. */
static void note_blocks(tree_node *loop) {
  loop->in_blocks = loop->constant && loop->distribution == PME__DISTRIBUTION_BLOCK && !loop->one_thread;
  if (!loop->in_blocks)
    return;
  pme__tree_range all = pme__tree_range_from_bounds(loop, NULL, PME_NONE);
  loop->block_trips = all.trips / loop->threads;
  loop->longer_blocks = all.trips % loop->threads;
}

/* ---- arms ---- */

/* e, of a guard that runs where e >= 0: 0 .. min(0, e), or 0 .. e where e is never above 0. NULL: something else. */
static const pme__tree_affine *only_condition(const tree_node *node) {
  const pme__tree_affine *condition = NULL;
  if (node->is_body || node->is_single || node->is_phase || node->one_thread || node->collapsed || node->values ||
      node->distribution != PME__DISTRIBUTION_NONE || node->lower_count > 0 || node->maximum != 0)
    return NULL;
  for (int i = 0; i < node->upper_count; i++) {
    const pme__tree_affine *upper = &node->uppers[i].numerator;
    if (pme__tree_is_constant(upper))
      continue;
    if (condition || node->uppers[i].denominator != 1)
      return NULL;
    condition = upper;
  }
  return condition;
}

/* Whether a + b = -1: one of a >= 0 and b >= 0 holds, never both. */
static bool exclude_each_other(const pme__tree_affine *a, const pme__tree_affine *b) {
  pme__tree_affine sum = *a;
  return pme__tree_add_scaled(&sum, 1, b) && pme__tree_is_constant(&sum) && sum.constant == -1;
}

/* Loops that hold more guards than that are not searched to their end. */
enum { MOST_BETWEEN_ARMS = 64 };

static void find_other_arm(tree_node *first) {
  const pme__tree_affine *condition = first->arm == PME__ARM_NONE ? only_condition(first) : NULL;
  int left = MOST_BETWEEN_ARMS;
  if (!condition || first->fixed_body < 0)
    return;
  for (tree_node *other = first->next; other && left > 0; other = other->next, left--) {
    const pme__tree_affine *excluded = other->arm == PME__ARM_NONE ? only_condition(other) : NULL;
    if (!excluded || other->fixed_body != first->fixed_body || !exclude_each_other(condition, excluded))
      continue;
    first->arm = PME__ARM_FIRST;
    other->arm = PME__ARM_SECOND;
    return;
  }
}

/* Accesses of a child in each iteration of the loop around, -1: not always the same, or not seen at once. */
static int64_t fixed_count_of(const tree_node *child) {
  int64_t count;
  if (child->is_body)
    return child->reference_count;
  if (child->arm != PME__ARM_NONE)
    return child->arm == PME__ARM_FIRST ? child->fixed_body : 0;
  if (!child->fixed || child->is_phase || child->fixed_body < 0 ||
      __builtin_mul_overflow(child->fixed_body, child->maximum - child->minimum + 1, &count))
    return -1;
  return count;
}

static int64_t fixed_body_of(const tree_node *loop) {
  int64_t sum = 0;
  for (const tree_node *child = loop->first_child; child; child = child->next) {
    int64_t count = fixed_count_of(child);
    if (count < 0 || __builtin_add_overflow(sum, count, &sum))
      return -1;
  }
  return sum;
}

/* ---- loops ---- */

void pme__tree_analyse_loops(tree_node *node) {
  for (tree_node *child = node->first_child; child; child = child->next) {
    pme__tree_analyse_loops(child);
    child->arm = PME__ARM_NONE;
  }
  node->fixed_count = node->fixed_body = -1;
  if (node->is_body)
    return;
  for (tree_node *child = node->first_child; child; child = child->next)
    find_other_arm(child);
  node->fixed_body = fixed_body_of(node);
  node->bound_uses = pme__tree_uses(node);
  node->by_thread = node->distribution != PME__DISTRIBUTION_NONE || node->one_thread;
  for (const tree_node *child = node->first_child; child; child = child->next) {
    node->count_uses |= child->arm == PME__ARM_NONE ? child->count_uses : 0;
    node->by_thread |= child->by_thread;
  }
  uint32_t own = UINT32_C(1) << node->depth;
  bool bounds_matter = !node->is_single || (node->count_uses & own);
  node->count_uses = (node->count_uses & ~own) | (bounds_matter ? node->bound_uses : 0);
  node->is_row = !node->is_phase && node->first_child && !node->first_child->next && node->first_child->is_body;
  node->constant = node->bound_uses == 0;
  node->fixed = node->constant && node->distribution == PME__DISTRIBUTION_NONE && !node->one_thread && !node->is_single;
  note_blocks(node);
  node->entered = node->is_single || (!node->one_thread && spans_at_least(node, 0));
  node->regular = !node->is_single && node->distribution == PME__DISTRIBUTION_NONE && !node->one_thread &&
                  node->lower_count == 0 && node->upper_count == 1 && spans_at_least(node, -1);
}

/* ---- phases ---- */

static bool has_one_thread(const tree_node *node) {
  for (const tree_node *child = node->first_child; child; child = child->next)
    if (has_one_thread(child))
      return true;
  return node->one_thread;
}

static bool has_worksharing(const tree_node *node) {
  for (const tree_node *child = node->first_child; child; child = child->next)
    if (has_worksharing(child))
      return true;
  return node->distribution != PME__DISTRIBUTION_NONE;
}

static bool bounds_below_use(const tree_node *node, int depth) {
  for (const tree_node *child = node->first_child; child; child = child->next)
    if (!child->is_body && (((child->bound_uses >> depth & 1) && !child->cuts_block) || bounds_below_use(child, depth)))
      return true;
  return false;
}

static void analyse_phase(tree_node *phase) {
  if (has_one_thread(phase))
    return;
  if (!has_worksharing(phase)) {
    phase->aligned = true;
    return;
  }
  const tree_node *only = phase->first_child;
  if (only != phase->last_child || only->distribution == PME__DISTRIBUTION_NONE || bounds_below_use(only, only->depth))
    return;
  phase->aligned = true;
  phase->worksharing = only;
}

static void analyse_phases(tree_node *node) {
  if (node->is_phase)
    analyse_phase(node);
  else
    for (tree_node *child = node->first_child; child; child = child->next)
      analyse_phases(child);
}

/* ---- references ---- */

static void find_path(pme__tree_reference *reference) {
  int length = reference->body->depth;
  reference->path_length = length;
  reference->phase_level = reference->worksharing_level = -1;
  const tree_node *loop = reference->body->parent;
  for (int level = length - 1; level >= 0; level--, loop = loop->parent) {
    reference->path[level] = loop;
    if (loop->is_phase)
      reference->phase_level = level;
    if (loop->distribution != PME__DISTRIBUTION_NONE)
      reference->worksharing_level = level;
    if (loop->one_thread)
      reference->one_thread = true;
  }
}

/* Whether the range of `loop` at a smaller value of the iterator is part of that at a larger one; `before_last`: that
 * is not the last one. */
static bool grows_with(const tree_node *loop, int depth, bool before_last) {
  bool cut_later = before_last && (loop->cut_by >> depth & 1);
  if (loop->distribution == PME__DISTRIBUTION_BLOCK || loop->is_single)
    return false;
  for (int i = 0; i < loop->upper_count && !cut_later; i++)
    if (pme__tree_coefficient(&loop->uppers[i].numerator, depth) < 0)
      return false;
  for (int i = 0; i < loop->lower_count; i++)
    if (pme__tree_coefficient(&loop->lowers[i].numerator, depth) > 0)
      return false;
  return true;
}

/* Innermost first. STEADY: all iterations touch the same. A bound inside may use the iterator only if its loop is
 * steady itself and always runs. Nested: ranges inside grow with the iterator. */
static void find_nested(pme__tree_reference *reference) {
  uint32_t steady = 0;
  for (int level = reference->path_length - 1; level >= 0; level--) {
    int depth = reference->path[level]->depth;
    bool still = pme__tree_coefficient(&reference->offset, depth) == 0, same = still;
    bool nested = true, before_last = true;
    for (int inner = level + 1; inner < reference->path_length; inner++) {
      const tree_node *loop = reference->path[inner];
      bool harmless = (steady >> inner & 1) && loop->entered && loop->distribution == PME__DISTRIBUTION_NONE;
      if (!(loop->bound_uses >> depth & 1) || harmless)
        continue;
      same = false;
      nested = nested && grows_with(loop, depth, false);
      before_last = before_last && grows_with(loop, depth, true);
    }
    steady |= (uint32_t)same << level;
    reference->still |= (uint32_t)still << level;
    reference->nested |= (uint32_t)nested << level;
    reference->nested_before_last |= (uint32_t)before_last << level;
  }
}

static int64_t thread_bytes_of(const pme__loop_tree *program, const pme__tree_reference *reference) {
  return pme_concrete_node_at(program->concrete, reference->node)->u.access.thread_bytes;
}

static bool same_bytes(const pme__loop_tree *program, const pme__tree_reference *a, const pme__tree_reference *b) {
  if (a->array != b->array || a->size_bytes != b->size_bytes || a->offset.constant != b->offset.constant ||
      thread_bytes_of(program, a) != thread_bytes_of(program, b))
    return false;
  for (int d = 0; d < PME__TREE_MAX_LOOPS; d++)
    if (a->offset.coefficients[d] != b->offset.coefficients[d])
      return false;
  return true;
}

/* Bodies with more accesses than that are not searched to their end: what is not found costs time, nothing else. */
enum { MOST_LATER = 256 };

static void find_shadowed(pme__loop_tree *program) {
  for (int r = 0; r < program->reference_count; r++) {
    pme__tree_reference *reference = &program->references[r];
    for (int later = r + 1; later < program->reference_count && later < r + MOST_LATER && !reference->shadowed;
         later++) {
      if (program->references[later].body != reference->body)
        break;
      const pme__tree_reference *other = &program->references[later];
      reference->shadowed = same_bytes(program, reference, other) && (other->is_write || !reference->is_write);
    }
  }
}

void pme__tree_analyse(pme__loop_tree *program) {
  pme__tree_analyse_loops(program->root);
  analyse_phases(program->root);
  for (int r = 0; r < program->reference_count; r++) {
    find_path(&program->references[r]);
    find_nested(&program->references[r]);
  }
  find_shadowed(program);
}
