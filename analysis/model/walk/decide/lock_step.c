/* Threads that a generator follows in lock step: which of them get to an iteration, and where they are then. */
#include "generator.h"

typedef pme__tree_node tree_node;
typedef pme__walk_generator generator;

/* Whether a member gets to the present iterations, were `loop` at `value`: of blocks only the last one may lack
 * threads, or be cut short. */
bool pme__takes_part(generator *g, int member, const tree_node *loop, int64_t value) {
  if (!g->worksharing)
    return true;
  int64_t first_block = loop == g->worksharing ? value : g->iterators[g->worksharing->depth];
  int64_t block = first_block + g->members[member].lead;
  const tree_node *inner = g->worksharing->first_child;
  if (g->worksharing->distribution == PME__DISTRIBUTION_BLOCK)
    return first_block - g->worksharing_first < g->members[member].trips;
  if (block != g->worksharing_last)
    return block < g->worksharing_last;
  if (inner->is_body || !inner->cuts_block)
    return true;
  if (loop == g->worksharing) /* in part of the block only, maybe */
    return false;
  g->iterators[g->worksharing->depth] = block;
  pme__tree_range range = pme__tree_range_of(inner, g->iterators, PME_NONE);
  g->iterators[g->worksharing->depth] = first_block;
  return (loop == inner ? value : g->iterators[inner->depth]) <= range.last;
}

bool pme__all_take_part(generator *g, const tree_node *loop, int64_t value) {
  return pme__takes_part(g, g->sharers.count - 1, loop, value);
}

int pme__last_thread(generator *g, const tree_node *loop, int64_t value) {
  int member = g->sharers.count - 1;
  while (member > 0 && !pme__takes_part(g, member, loop, value))
    member--;
  return g->sharers.threads[member];
}

/* How far a member's access is from that of the first sharer. */
int64_t pme__apart_bytes(const generator *g, const pme__tree_reference *reference, int member) {
  int64_t coefficient = g->worksharing ? pme__tree_coefficient(&reference->offset, g->worksharing->depth) : 0;
  return (g->sharers.threads[member] - g->sharers.threads[0]) * reference->pitch_bytes +
         g->members[member].lead * coefficient;
}
