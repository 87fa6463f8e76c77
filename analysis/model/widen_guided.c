/* Intervals of guided loops whose chunks are not known. */
#include "widen_guided.h"

#include <math.h>

/* Of triangles and eliminations that were looked at, the truth lay between these shares of the number for blocks. */
static const double LEAST_SHARE = 0.5, MOST_SHARE = 4;

static bool varies(const pme_affine *bounds, int count) {
  for (int i = 0; i < count; i++)
    for (int d = 0; d < bounds[i].depth; d++)
      if (bounds[i].coefficients[d])
        return true;
  return false;
}

static bool is_unknown(const pme_concrete_loop *loop) {
  return loop->parallel && loop->threads > 1 && loop->schedule == PME_SCHEDULE_GUIDED &&
         (varies(loop->firsts, loop->first_count) || varies(loop->lasts, loop->last_count));
}

static bool is_in_unknown(const pme_concrete *concrete, int node) {
  for (int id = node; id != PME_NONE; id = pme_concrete_node_at(concrete, id)->parent)
    if (pme_concrete_node_at(concrete, id)->kind == PME_NODE_LOOP &&
        is_unknown(&pme_concrete_node_at(concrete, id)->u.loop))
      return true;
  return false;
}

void pme__widen_guided(pme_prediction *inout) {
  for (int r = 0; r < inout->reference_count; r++) {
    pme_reference_prediction *row = &inout->references[r];
    for (int l = 0; l < inout->level_count && row->modelled && is_in_unknown(inout->concrete, row->node); l++) {
      pme_misses *m = &row->levels[l];
      m->low = fmin(m->low, LEAST_SHARE * m->misses);
      m->high = fmax(m->high, fmin(MOST_SHARE * m->misses, m->accesses));
    }
  }
}
