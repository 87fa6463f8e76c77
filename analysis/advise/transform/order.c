/* Legal orders: no dependence may go back in time, none may run between iterations that are dealt out. */
#include "order.h"

/* ---- dependences ---- */

static bool goes_back(const pme__direction *direction, const pme_nest_order *order) {
  for (int p = 0; p < order->count; p++)
    if (direction->signs[order->at[p]] != 0)
      return direction->signs[order->at[p]] < 0;
  return false;
}

static bool is_between_threads(const pme__direction *direction, const pme_nest_order *order, int dealt_count) {
  for (int p = 0; p < dealt_count; p++)
    if (direction->signs[order->at[p]] != 0)
      return true;
  return false;
}

const pme__direction *pme__find_reversed(const pme__directions *directions, const pme_nest_order *order,
                                         int dealt_count) {
  for (int i = 0; i < directions->count; i++)
    if (goes_back(&directions->all[i], order) || is_between_threads(&directions->all[i], order, dealt_count))
      return &directions->all[i];
  return NULL;
}

/* ---- bounds ---- */

static bool depends_on(const pme_affine *bound, int depth) {
  for (int q = 0; q < bound->div_count; q++)
    if (depends_on(bound->divs[q].numerator, depth))
      return true;
  return depth < bound->depth && bound->coefficients[depth] != 0;
}

static bool bounds_depend_on(const pme_concrete_loop *loop, int depth) {
  for (int i = 0; i < loop->first_count; i++)
    if (depends_on(&loop->firsts[i], depth))
      return true;
  for (int i = 0; i < loop->last_count; i++)
    if (depends_on(&loop->lasts[i], depth))
      return true;
  return false;
}

bool pme__keeps_bounds(const pme__nest *nest, const pme_nest_order *order) {
  for (int p = 0; p < order->count; p++)
    for (int inside = p + 1; inside < order->count; inside++)
      if (bounds_depend_on(nest->loops[nest->outer_count + order->at[p]], nest->outer_count + order->at[inside]))
        return false;
  return true;
}

/* ---- tiles ---- */

bool pme__is_rectangular(const pme__nest *nest, const pme_nest_order *order, int first) {
  for (int p = first; p < order->count; p++)
    for (int q = first; q < order->count; q++)
      if (bounds_depend_on(nest->loops[nest->outer_count + order->at[p]], nest->outer_count + order->at[q]))
        return false;
  return true;
}

/* Not decided by a loop around the tiles. */
static bool is_of_tiles(const pme__direction *direction, const pme_nest_order *order, int first) {
  for (int p = 0; p < first; p++)
    if (direction->signs[order->at[p]] != 0)
      return false;
  return true;
}

bool pme__allows_tiles(const pme__nest *nest, const pme__directions *directions, const pme_nest_order *order,
                       int first) {
  for (int i = 0; i < directions->count; i++)
    for (int p = first; p < order->count && is_of_tiles(&directions->all[i], order, first); p++)
      if (directions->all[i].signs[order->at[p]] < 0)
        return false;
  return pme__is_rectangular(nest, order, first);
}

bool pme__allows_blocks(const pme__nest *nest, const pme__directions *directions, const pme_nest_order *order) {
  for (int i = 0; i < directions->count; i++)
    if (directions->all[i].signs[0] != 0)
      return false;
  return pme__keeps_bounds(nest, order) && !pme__find_reversed(directions, order, 0);
}

/* ---- all of them ---- */

static void swap(int *a, int *b) {
  int kept = *a;
  *a = *b;
  *b = kept;
}

bool pme__next_order(pme_nest_order *order) {
  int pivot = order->count - 2, last = order->count - 1;
  while (pivot >= 0 && order->at[pivot] > order->at[pivot + 1])
    pivot--;
  if (pivot < 0)
    return false;
  while (order->at[last] < order->at[pivot])
    last--;
  swap(&order->at[pivot], &order->at[last]);
  for (int a = pivot + 1, b = order->count - 1; a < b; a++, b--)
    swap(&order->at[a], &order->at[b]);
  return true;
}
