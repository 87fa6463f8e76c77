/* Threads that come to a reference: all of the team, or of a dealt loop as many as there are chunks. */
#include "private_copies.h"

#include "analysis/core/tree.h"
#include "analysis/model/loop_tree/loop_shape.h"

static bool all_constant(const pme_affine *bounds, int count) {
  for (int i = 0; i < count; i++) {
    if (bounds[i].div_count)
      return false;
    for (int d = 0; d < bounds[i].depth; d++)
      if (bounds[i].coefficients[d])
        return false;
  }
  return true;
}

/* Iterations of a loop whose bounds depend on no other; 0: they do, or it has none. */
static int64_t trips_of(const pme_concrete_loop *loop) {
  const int64_t none[PME_MAX_DEPTH] = {0};
  int64_t first;
  bool is_known = all_constant(loop->firsts, loop->first_count) && all_constant(loop->lasts, loop->last_count);
  int64_t trips = is_known ? pme__trips_at(loop, none, &first) : 0;
  return trips > 0 ? trips : 0;
}

/* Threads with a chunk of the dealt loop; inside[0 .. count - 1]: trips of the loops inside, the outermost last. */
static int64_t threads_with_work(const pme_concrete_loop *dealt, const int64_t *inside, int count) {
  int64_t chunk = dealt->chunk > 0 ? dealt->chunk : 1, trips = trips_of(dealt);
  if (dealt->schedule != PME_SCHEDULE_STATIC) /* one may take all */
    return 1;
  for (int i = 1; i < dealt->collapse && trips > 0; i++)
    if (count < i || __builtin_mul_overflow(trips, inside[count - i], &trips))
      return 1;
  int64_t chunks = trips / chunk + (trips % chunk > 0);
  return chunks < 1 ? 1 : chunks < dealt->threads ? chunks : dealt->threads;
}

static bool holds_always(const pme_concrete_guard *guard) {
  return !guard->one_thread && all_constant(guard->conditions, guard->condition_count);
}

/* Whether the place depends on the iterations that threads share: the dealt loop, and those that are one with it. */
static bool moves_with(const pme_concrete_loop *dealt, const pme_affine *offset) {
  for (int d = dealt->depth; d < dealt->depth + dealt->collapse && d < offset->depth; d++)
    if (offset->coefficients[d])
      return true;
  return offset->div_count > 0;
}

int64_t pme__private_copies(const pme_concrete *concrete, int access) {
  const pme_concrete_node *node = pme_concrete_node_at(concrete, access);
  const pme_concrete_access *own = &node->u.access;
  int64_t inside[PME_MAX_DEPTH];
  int count = 0;
  if (!pme_concrete_array_at(concrete, own->array)->is_private)
    return 1;
  for (int id = node->parent; id != PME_NONE; id = node->parent) {
    node = pme_concrete_node_at(concrete, id);
    if (node->kind == PME_NODE_GUARD && !holds_always(&node->u.guard))
      return 1;
    if (node->kind != PME_NODE_LOOP)
      continue;
    if (node->u.loop.parallel)
      return moves_with(&node->u.loop, &own->offset_bytes) ? 1 : threads_with_work(&node->u.loop, inside, count);
    inside[count] = trips_of(&node->u.loop);
    if (inside[count++] == 0)
      return 1;
  }
  return own->threads;
}
