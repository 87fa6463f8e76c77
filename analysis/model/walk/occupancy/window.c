/* Finding the reuse window of a stratum, as short as can be shown. */
#include "window.h"

typedef pme__tree_node tree_node;
typedef pme__tree_reference tree_reference;
typedef pme__carrier carrier;

/* Whether all threads of the instance are in the same iterations at the same time. */
static bool in_step(pme__level_state *state, const tree_reference *reference, int level) {
  if (reference->phase_level < 0 || level < reference->phase_level)
    return true;
  const tree_node *phase = reference->path[reference->phase_level];
  const int *threads;
  return phase->aligned || pme__sharers_of_thread(state, 0, phase->threads, &threads) == 1;
}

static bool holds_unmoving(const pme__carriers *carriers, int c, int level) {
  const carrier *carrier = pme__carrier_loop(carriers, c, level);
  return carrier && carrier->stride_bytes == 0 && !carrier->is_cut; /* else the last iteration may be held back */
}

/* While the loop inside holds nothing else, and the reference does not move in it, the earlier touch was in its last
 * iteration and the later one is in its first: one iteration of it at two positions. */
static pme__reuse_window tightest(const tree_reference *reference, const pme__carriers *carriers, int c) {
  const carrier *carrier = &carriers->at[c];
  bool own_rounds = carrier->kind == PME__CARRIER_ROUNDS || carrier->kind == PME__CARRIER_BLOCKS;
  pme__reuse_window w = {carrier->level, true, own_rounds};
  while (w.level + 1 < reference->path_length && carrier->kind != PME__CARRIER_BLOCKS &&
         carrier->kind != PME__CARRIER_DIGITS) {
    const tree_node *loop = reference->path[w.level], *inner = reference->path[w.level + 1];
    if (loop->first_child != inner || inner->next || inner->is_phase || inner->distribution != PME__DISTRIBUTION_NONE ||
        !holds_unmoving(carriers, c, w.level + 1))
      break;
    w = (pme__reuse_window){w.level + 1, false, false};
  }
  return w;
}

bool pme__reuse_window_of(pme__level_state *state, const pme__carriers *carriers, int c, pme__reuse_window *out) {
  const carrier *carrier = &carriers->at[c];
  const tree_reference *reference = &pme__level_state_program(state)->references[carriers->reference];
  if (!in_step(state, reference, carrier->level))
    return false;
  if (carrier->kind == PME__CARRIER_BLOCKS &&
      (carrier->level + 1 < reference->path_length && reference->path[carrier->level + 1]->cuts_block))
    return false; /* the first touches of neighbouring blocks are not in the order of the blocks */
  *out = tightest(reference, carriers, c);
  return true;
}
