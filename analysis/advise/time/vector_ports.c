/* Reading and writing vectors: ports of a core, and lines that a vector lies across. */
#include "vector_ports.h"

#include <math.h>

#include "analysis/base/integer.h"

/* Two reads of 32 bytes and one write of 32 in a cycle: x86 since Haswell and Zen 2. Cores that have vectors of 64 bytes
 * and more ports for them are not told apart. */
static const double READ_IN_A_CYCLE = 64, WRITTEN_IN_A_CYCLE = 32;
enum { LINE_BYTES = 64 };

/* Numbers `start` + a multiple of `step`; 0: one number. */
typedef struct grid {
  int64_t start, step;
} grid;

static grid add_times(grid sum, int64_t times, grid of) {
  return (grid){sum.start + times * of.start, pme__gcd(sum.step, times * of.step)};
}

static grid value_of(const pme_affine *affine, const grid loops[]) {
  grid sum = {affine->constant, affine->div_count > 0};
  for (int d = 0; d < affine->depth; d++)
    sum = add_times(sum, affine->coefficients[d], loops[d]);
  return sum;
}

/* Variables of the loops around a node, by depth; of the one at `innermost` where it begins. */
static void find_loops(const pme_concrete *concrete, int node, int innermost, grid loops[]) {
  if (node == PME_NONE)
    return;
  const pme_concrete_node *at = pme_concrete_node_at(concrete, node);
  find_loops(concrete, at->parent, innermost, loops);
  if (at->kind != PME_NODE_LOOP)
    return;
  const pme_concrete_loop *loop = &at->u.loop;
  grid first = value_of(&loop->firsts[0], loops);
  first.step = loop->first_count > 1 ? 1 : first.step;
  loops[loop->depth] = loop->depth == innermost ? first : (grid){first.start, pme__gcd(first.step, loop->step)};
}

/* Where vectors of the access begin: at a multiple of so many bytes. */
static int64_t alignment_of(const pme_concrete *concrete, int access, int innermost) {
  grid loops[PME_MAX_DEPTH];
  const pme_concrete_node *node = pme_concrete_node_at(concrete, access);
  const pme_concrete_array *array = pme_concrete_array_at(concrete, node->u.access.array);
  pme_alignment alignment = pme_concrete_alignment(array, 0);
  bool is_placed = array->has_base && array->group == PME_NONE;
  find_loops(concrete, node->parent, innermost, loops);
  grid offset = value_of(&node->u.access.offset_bytes, loops);
  offset = add_times(offset, 1, (grid){array->has_base ? (int64_t)array->base_bytes : 0, 0});
  if (!is_placed)
    offset = add_times(offset, 1, (grid){alignment.phase_bytes, alignment.granule_bytes});
  return pme__gcd(offset.step, offset.start);
}

void pme__add_vector(const pme_concrete *concrete, int access, int depth, int64_t vector, pme__vector_bytes *inout) {
  const pme_concrete_access *a = &pme_concrete_node_at(concrete, access)->u.access;
  double bytes = (double)(a->size_bytes * vector), aligned = (double)alignment_of(concrete, access, depth);
  double across = aligned > 0 ? fmax(fmin(bytes, LINE_BYTES) - aligned, 0) / LINE_BYTES : 0;
  *(a->is_write ? &inout->written : &inout->read) += bytes * (1 + across);
}

double pme__cycles_of_vectors(const pme__vector_bytes *bytes) {
  return fmax(bytes->read / READ_IN_A_CYCLE, bytes->written / WRITTEN_IN_A_CYCLE);
}
