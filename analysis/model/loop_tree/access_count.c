/* Counting the accesses of nodes and references, body by body. */
#include "access_count.h"

#include "chain_sum.h"
#include "execution_count.h"

typedef pme__tree_node tree_node;
typedef pme__tree_range tree_range;

/* ---- nodes ---- */

int64_t pme__add_counts(pme__counter *counter, int64_t a, int64_t b) {
  int64_t sum;
  if (!__builtin_add_overflow(a, b, &sum))
    return sum;
  counter->exceeded = true;
  return 0;
}

static int64_t multiply_counts(pme__counter *counter, int64_t a, int64_t b) {
  int64_t product;
  if (!__builtin_mul_overflow(a, b, &product))
    return product;
  counter->exceeded = true;
  return 0;
}

/* Accesses of two arms, which are told with the first. */
static int64_t count_arms(const tree_node *arm) { return arm->arm == PME__ARM_FIRST ? arm->fixed_body : 0; }

/* ... and those of any other child. */
static int64_t count_child(pme__counter *counter, const tree_node *child, int64_t *iterators, int thread) {
  return child->arm == PME__ARM_NONE ? pme__count_accesses(counter, child, iterators, thread) : count_arms(child);
}

/* Sum over `range` of `outer` of the accesses in `node`, body by body; `list` are the loops between the two. */
static int64_t sum_groups(pme__chain *c, const tree_node *outer, tree_range range, const tree_node *node,
                          pme__loop_list *list) {
  if (node->is_body || node->arm != PME__ARM_NONE) {
    pme__loop_list needed = pme__without_singles(list);
    int64_t count = node->is_body ? node->reference_count : count_arms(node);
    return count ? multiply_counts(c->counter, count, pme__sum_chain(c, outer, range, &needed)) : 0;
  }
  int64_t sum = 0;
  list->loops[list->count++] = node;
  for (const tree_node *child = node->first_child; child; child = child->next)
    sum = pme__add_counts(c->counter, sum, sum_groups(c, outer, range, child, list));
  list->count--;
  return sum;
}

int64_t pme__count_range(pme__counter *counter, const tree_node *loop, int64_t *iterators, int thread,
                         tree_range range) {
  if (range.trips <= 0)
    return 0;
  pme__chain c = {counter, iterators, thread};
  int64_t sum = 0;
  if (loop->block_sums) {
    const int64_t *sums = loop->block_sums + loop->origin.modulo * iterators[loop->parent->depth];
    return sums[range.last] - (range.first + (sums - loop->block_sums) > 0 ? sums[range.first - 1] : 0);
  }
  if (loop->sums && thread != PME_NONE)
    return loop->sums[range.last] - (range.first >= range.step ? loop->sums[range.first - range.step] : 0);
  for (const tree_node *child = loop->first_child; child; child = child->next) {
    iterators[loop->depth] = range.first;
    int64_t own;
    if (!pme__varies_along(child, loop)) {
      own = multiply_counts(counter, range.trips, count_child(counter, child, iterators, thread));
    } else if (child->fixed_body >= 0 && child->distribution == PME__DISTRIBUTION_NONE && pme__tree_is_linear(child)) {
      own = multiply_counts(counter, child->fixed_body, pme__sum_of_trips(&c, child, loop->depth, range));
    } else {
      pme__loop_list list = {0};
      own = sum_groups(&c, loop, range, child, &list);
    }
    sum = pme__add_counts(counter, sum, own);
  }
  return sum;
}

int64_t pme__count_body(pme__counter *counter, const tree_node *loop, int64_t *iterators, int thread) {
  int64_t sum = 0;
  for (const tree_node *child = loop->first_child; child; child = child->next)
    sum = pme__add_counts(counter, sum, count_child(counter, child, iterators, thread));
  return sum;
}

int64_t pme__count_accesses(pme__counter *counter, const tree_node *node, int64_t *iterators, int thread) {
  if (node->is_body)
    return node->reference_count;
  if (node->fixed_count >= 0)
    return node->fixed_count;
  tree_range range = pme__tree_range_of(node, iterators, thread);
  return pme__count_range(counter, node, iterators, thread, range);
}

/* ---- finding an access ---- */

/* In a loop whose iterations differ. The number lies in iterations low .. high - 1, which make `all` accesses. Work
 * grows or falls smoothly mostly: the guess is where it would be if all made equally many, every third time the middle.
 */
static int64_t search_iteration(const pme__chain *c, const tree_node *loop, tree_range range, int64_t *left) {
  int64_t low = 0, high = range.trips;
  if (high == 1)
    return range.first;
  int64_t all = pme__count_range(c->counter, loop, c->iterators, c->thread, range);
  for (int turn = 0; high - low > 1; turn++) {
    double share = all > *left ? (double)*left / (double)all : 1;
    int64_t guess = low + (int64_t)(share * (double)(high - low));
    int64_t at = turn % 3 == 2 ? low + (high - low) / 2 : guess <= low ? low + 1 : guess >= high ? high - 1 : guess;
    tree_range part = {range.first + low * range.step, range.first + (at - 1) * range.step, range.step, at - low};
    int64_t count = pme__count_range(c->counter, loop, c->iterators, c->thread, part);
    c->counter->counts++;
    if (*left >= count) {
      *left -= count;
      all -= count;
      low = at;
    } else {
      all = count;
      high = at;
    }
  }
  return range.first + low * range.step;
}

int64_t pme__find_iteration(pme__counter *counter, const tree_node *loop, int64_t *iterators, int thread,
                            tree_range range, int64_t *left) {
  pme__chain c = {counter, iterators, thread};
  if (pme__body_varies(loop))
    return search_iteration(&c, loop, range, left);
  iterators[loop->depth] = range.first;
  int64_t body = pme__count_body(counter, loop, iterators, thread), n = *left / body;
  *left -= n * body;
  return range.first + n * range.step;
}

/* ---- the whole program ---- */

static pme__loop_list loops_around(const pme__tree_reference *reference) {
  pme__loop_list list = {.count = reference->path_length};
  for (int level = 0; level < reference->path_length; level++)
    list.loops[level] = reference->path[level];
  return pme__without_singles(&list);
}

int64_t pme__count_reference(pme__counter *counter, const pme__tree_reference *reference) {
  int64_t iterators[PME__TREE_MAX_LOOPS] = {0};
  pme__chain c = {counter, iterators, PME_NONE};
  pme__loop_list list = loops_around(reference);
  int64_t count = pme__count_chain(&c, &list);
  return counter->exceeded ? -1 : count;
}

int pme__thread_copies(const pme__tree_reference *reference) {
  bool redundant = reference->phase_level >= 0 && reference->worksharing_level < 0 && !reference->one_thread;
  return redundant ? reference->path[reference->phase_level]->threads : 1;
}

/* First reference of each node, PME_NONE: it has none. Nodes need not be in the order of their numbers: what a compiler
 * keeps in registers has moved. NULL: no memory. */
static int *first_references(const pme__loop_tree *tree, pme_arena *arena) {
  int nodes = pme_program_node_count(pme_concrete_program(tree->concrete));
  int *first = PME_ARENA_NEW(arena, int, nodes);
  for (int node = 0; first && node < nodes; node++)
    first[node] = PME_NONE;
  for (int r = tree->reference_count - 1; first && r >= 0; r--)
    first[tree->references[r].node] = r;
  return first;
}

/* Each reference may take a quarter of the work that is left. */
pme_status pme__count_executions(pme__counter *counter, const pme__loop_tree *program, pme_arena *arena,
                                 int64_t *executions) {
  pme__loop_tree *serial;
  pme_status status = pme__loop_tree_create_serial(program->concrete, arena, &serial);
  const int *first = status == PME_OK ? first_references(serial, arena) : NULL;
  int64_t limit = counter->limit;
  if (status == PME_OK && !first)
    status = PME_NO_MEMORY;
  for (int r = 0; r < program->reference_count && status == PME_OK; r++) {
    int node = program->references[r].node, other = first[node];
    executions[r] = serial->membership[node] == PME__TREE_UNREACHED ? 0 : -1;
    if (other == PME_NONE)
      continue;
    counter->limit = counter->work + (limit - counter->work) / 4;
    counter->exceeded = false;
    int64_t count = pme__count_reference(counter, &serial->references[other]), all;
    if (count >= 0 && !__builtin_mul_overflow(count, pme__thread_copies(&program->references[r]), &all))
      executions[r] = all;
  }
  counter->limit = limit;
  counter->exceeded = false;
  return status;
}

pme_status pme__count_other_executions(const pme__loop_tree *program, pme_arena *arena, int64_t *executions) {
  static const double most = 0x1p62;
  const pme__count *counts = NULL;
  for (int r = 0; r < program->reference_count; r++) {
    if (executions[r] >= 0)
      continue;
    if (!counts && !(counts = pme__count_program(program->concrete, arena)))
      return PME_NO_MEMORY;
    const pme__count *count = &counts[program->references[r].node];
    if (count->exact && count->executions <= most)
      executions[r] = (int64_t)count->executions;
  }
  return PME_OK;
}

static bool body_changes(const tree_node *loop) {
  for (const tree_node *child = loop->first_child; child; child = child->next)
    if (child->by_thread || (child->count_uses && child->arm == PME__ARM_NONE))
      return true;
  return false;
}

static void fix_counts(pme__counter *counter, tree_node *node, int64_t *iterators) {
  for (tree_node *child = node->first_child; child; child = child->next)
    fix_counts(counter, child, iterators);
  if (node->is_body)
    return;
  if (node->fixed_body < 0 && !body_changes(node)) {
    int64_t count = pme__count_body(counter, node, iterators, 0);
    node->fixed_body = counter->exceeded ? -1 : count;
  }
  if (node->by_thread || node->count_uses)
    return;
  int64_t count = pme__count_accesses(counter, node, iterators, 0);
  if (!counter->exceeded)
    node->fixed_count = count;
}

void pme__fix_counts(pme__counter *counter, pme__loop_tree *program) {
  int64_t iterators[PME__TREE_MAX_LOOPS] = {0};
  fix_counts(counter, program->root, iterators);
}
