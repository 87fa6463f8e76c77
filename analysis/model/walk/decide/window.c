/* Windows of reuse classes, as short as can be shown. */
#include "window.h"

typedef pme__tree_node tree_node;
typedef pme__tree_reference tree_reference;
typedef pme__walk_small walk_small;

/* Whether all threads of the instance are in the same iterations at the same time. */
static bool in_step(pme__walk_sieve *sieve, const tree_reference *reference, int level) {
  if (reference->phase_level < 0 || level < reference->phase_level)
    return true;
  const tree_node *phase = reference->path[reference->phase_level];
  const int *threads;
  return phase->aligned || pme__walk_crew(sieve, 0, phase->threads, &threads) == 1;
}

static bool holds_unmoving(const pme__walk_classes *classes, int c, int level) {
  const walk_small *small = pme__walk_small_loop(classes, c, level);
  return small && small->stride_bytes == 0;
}

/* While the loop inside holds nothing else, and the reference does not move in it, the earlier touch was in its last
 * iteration and the later one is in its first: one iteration of it at two positions. */
static pme__walk_window tightest(const tree_reference *reference, const pme__walk_classes *classes, int c) {
  const walk_small *small = &classes->smalls[c];
  bool own_rounds = small->kind == PME__WALK_SMALL_ROUNDS || small->kind == PME__WALK_SMALL_BLOCKS;
  pme__walk_window w = {small->level, true, own_rounds};
  while (w.level + 1 < reference->path_length && small->kind != PME__WALK_SMALL_BLOCKS &&
         small->kind != PME__WALK_SMALL_DIGITS) {
    const tree_node *loop = reference->path[w.level], *inner = reference->path[w.level + 1];
    if (loop->first_child != inner || inner->next || inner->is_phase || inner->distribution != PME__DISTRIBUTION_NONE ||
        !holds_unmoving(classes, c, w.level + 1))
      break;
    w = (pme__walk_window){w.level + 1, false, false};
  }
  return w;
}

bool pme__walk_window_of(pme__walk_sieve *sieve, const pme__walk_classes *classes, int c, pme__walk_window *out) {
  const walk_small *small = &classes->smalls[c];
  const tree_reference *reference = &pme__walk_sieve_program(sieve)->references[classes->reference];
  if (!in_step(sieve, reference, small->level))
    return false;
  if (small->kind == PME__WALK_SMALL_BLOCKS &&
      (small->level + 1 < reference->path_length && reference->path[small->level + 1]->cuts_block))
    return false; /* the first touches of neighbouring blocks are not in the order of the blocks */
  *out = tightest(reference, classes, c);
  return true;
}
