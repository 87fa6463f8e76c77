/* Which tiles a nest gets: in the order that was chosen, or in one whose innermost loop is unrolled. Private to
 * analysis/advise/loop_order. */
#ifndef PMECACHE_ANALYSIS_ADVISE_LOOP_ORDER_NEST_TILES_H
#define PMECACHE_ANALYSIS_ADVISE_LOOP_ORDER_NEST_TILES_H

#include "loop_tiles.h"
#include "order_finder.h"

/* What is asked of tiles of a nest in this order. */
pme__tile_question pme__tile_question_of(pme__order_finder *f, const pme__wait_question *wait, int shared,
                                         const pme_nest_order *order);

/* Predicts the nest as it stands, if that was not done. False: it has no answer, or `status` is not PME_OK. */
bool pme__has_tried_as_it_stands(pme__order_finder *f, const pme__order_question *trial, pme_status *status);

/* Whether footprints find sizes for the nest as it stands. */
bool pme__tiles_promise(pme__order_finder *f, const pme__wait_question *wait, int shared, const pme_nest_order *nest);

/* Of the nest in the order that was chosen, or as it stands. Where another order is better in tiles than this one, it
 * gets its place in `out`. PME_NO_MEMORY. */
pme_status pme__find_tiles(pme__order_finder *f, const pme__wait_question *wait, const pme_nest_order *order,
                           pme_loop_order *out);

#endif
