/* Sums over a chain of nested loops: how often the innermost body is executed. Private to analysis/model/loop_tree.
 *
 * One dependent loop is an arithmetic series, piece by piece; several, if no trip count can turn negative, give a
 * polynomial. Parts of the chain that do not depend on each other are counted alone and multiplied; digits that nothing
 * inside uses are counted as the loop they stand for. What is left is summed one by one (docs/model/walk.md 3.3). */
#ifndef PMECACHE_ANALYSIS_MODEL_LOOP_TREE_CHAIN_SUM_H
#define PMECACHE_ANALYSIS_MODEL_LOOP_TREE_CHAIN_SUM_H

#include "access_count.h"

/* Who counts, and where. */
typedef struct pme__chain {
  pme__counter *counter;
  int64_t *iterators;
  int thread;
} pme__chain;

/* Loops, outermost first. */
typedef struct pme__loop_list {
  int count;
  const pme__tree_node *loops[PME__TREE_MAX_LOOPS];
} pme__loop_list;

/* Whether the trip count is linear in every iterator outside, but for where another bound takes over. */
bool pme__tree_is_linear(const pme__tree_node *loop);
/* Sum over `range` of the iterator at `depth` of the trip counts of a linear loop. */
int64_t pme__sum_of_trips(pme__chain *c, const pme__tree_node *loop, int depth, pme__tree_range range);
/* Single loops that nothing in the list uses are left out: they do not change the sum. */
pme__loop_list pme__without_singles(const pme__loop_list *list);
/* Sum over the iterations in `range` of `outer` of the executions of the innermost body of `list`. */
int64_t pme__sum_chain(pme__chain *c, const pme__tree_node *outer, pme__tree_range range, const pme__loop_list *list);
/* Executions of the innermost body of the list. */
int64_t pme__count_chain(pme__chain *c, const pme__loop_list *list);

#endif
