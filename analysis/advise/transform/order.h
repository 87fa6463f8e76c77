/* Which orders of the loops of a nest are legal. Private to analysis/advise. */
#ifndef PMECACHE_ANALYSIS_ADVISE_TRANSFORM_ORDER_H
#define PMECACHE_ANALYSIS_ADVISE_TRANSFORM_ORDER_H

#include "nest.h"

/* A dependence that does not let the order be: one that it would reverse, or one between iterations that the first
 * `dealt_count` loops, in the new order, deal out to threads. NULL: the order is legal. */
const pme__direction *pme__find_reversed(const pme__directions *directions, const pme_nest_order *order,
                                         int dealt_count);

/* Whether each loop's bounds are known where it is to stand, as they are written. */
bool pme__keeps_bounds(const pme__nest *nest, const pme_nest_order *order);

/* Whether no bound of the loops of `order` from place `first` on depends on another of them. */
bool pme__is_rectangular(const pme__nest *nest, const pme_nest_order *order, int first);

/* Whether the loops of `order` from place `first` on can be cut into tiles: none of their bounds depends on another of
 * them, and no dependence that they decide goes back in any of them. */
bool pme__allows_tiles(const pme__nest *nest, const pme__directions *directions, const pme_nest_order *order,
                       int first);

/* Whether the outermost loop of the nest can be cut into blocks that stay where it stands and go to threads, with all loops
 * in this order within a block. */
bool pme__allows_blocks(const pme__nest *nest, const pme__directions *directions, const pme_nest_order *order);

/* The next order in lexicographic sequence, from 0 1 2 on; false: that was the last one. */
bool pme__next_order(pme_nest_order *order);

#endif
