/* How many accesses a part of the program makes, without running it. Private to analysis/model.
 *
 * The loops around a body form a chain of sums. Parts of a chain that do not depend on each other are counted alone and
 * multiplied (tiles: i on ii, j on jj). One dependent loop is an arithmetic series, piece by piece; several, if no trip
 * count can turn negative, give a polynomial, summed from as many values as its degree asks for. What is left is summed
 * one by one, within a limit of work (docs/model/walk.md 3.3).
 */
#ifndef PMECACHE_ANALYSIS_MODEL_LOOP_TREE_ACCESS_COUNT_H
#define PMECACHE_ANALYSIS_MODEL_LOOP_TREE_ACCESS_COUNT_H

#include "loop_tree.h"

/* Work done so far, in iterations summed one by one. When it passes the limit, or a count does not fit 64 bits, counts
 * are wrong and `exceeded` is set. */
typedef struct pme__counter {
  int64_t work, limit;
  bool exceeded;
  int64_t counts; /* that pme__find_iteration made so far */
} pme__counter;

/* a + b, where both are counts; 0 and `exceeded` where the sum does not fit. */
int64_t pme__add_counts(pme__counter *counter, int64_t a, int64_t b);

/* Accesses of `thread` in one execution of `node`, at the iterators of the loops around it. Entries of `iterators` from
 * the node's depth on are scratch. */
int64_t pme__count_accesses(pme__counter *counter, const pme__tree_node *node, int64_t *iterators, int thread);
/* ... in the iterations `range` of the loop; ... in one iteration, iterators[loop->depth]. */
int64_t pme__count_range(pme__counter *counter, const pme__tree_node *loop, int64_t *iterators, int thread,
                         pme__tree_range range);
int64_t pme__count_body(pme__counter *counter, const pme__tree_node *loop, int64_t *iterators, int thread);

/* Whether the child, or a child of the loop, makes other numbers of accesses in other iterations of the loop. */
static inline bool pme__varies_along(const pme__tree_node *child, const pme__tree_node *loop) {
  return child->arm == PME__ARM_NONE && (child->count_uses >> loop->depth & 1);
}
static inline bool pme__body_varies(const pme__tree_node *loop) {
  for (const pme__tree_node *child = loop->first_child; child; child = child->next)
    if (pme__varies_along(child, loop))
      return true;
  return false;
}

/* The iteration of `range` in which access number *left of the loop falls; *left becomes its number in that iteration.
 */
int64_t pme__find_iteration(pme__counter *counter, const pme__tree_node *loop, int64_t *iterators, int thread,
                            pme__tree_range range, int64_t *left);

/* Executions of a reference of a serial program (pme__loop_tree_create_serial). -1: over the limit or over 2^62. */
int64_t pme__count_reference(pme__counter *counter, const pme__tree_reference *reference);
/* Threads that execute each instance of a reference: a whole team, or 1. */
int pme__thread_copies(const pme__tree_reference *reference);
/* Executions of all references of `program` by all threads, in executions[]; -1 where counting takes too long.
 * `concrete` is the program's. PME_NO_MEMORY. */
pme_status pme__count_executions(pme__counter *counter, const pme__loop_tree *program, pme_arena *arena,
                                 int64_t *executions);
/* Those that are -1, guards in the way of sums: as nodes are counted, piece by piece (execution_count.h), where that is
 * exact. PME_NO_MEMORY. */
pme_status pme__count_other_executions(const pme__loop_tree *program, pme_arena *arena, int64_t *executions);
/* Whether a bound of the loop is a quotient. */
bool pme__tree_is_divided(const pme__tree_node *loop);
/* Sets fixed_count and fixed_body of all nodes whose counts never change. */
void pme__fix_counts(pme__counter *counter, pme__loop_tree *program);
/* Sets `sums` of the worksharing loops in `node` whose iterations differ in work, where the loop itself is always the
 * same. Sums live in `arena`; they are left out if they would take long. PME_NO_MEMORY. */
pme_status pme__sum_worksharing(pme__counter *counter, pme__tree_node *node, pme_arena *arena);

#endif
