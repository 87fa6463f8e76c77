/* What stands in the way of an order. Private to analysis/advise/loop_order. */
#ifndef PMECACHE_ANALYSIS_ADVISE_LOOP_ORDER_ORDER_LEGALITY_H
#define PMECACHE_ANALYSIS_ADVISE_LOOP_ORDER_ORDER_LEGALITY_H

#include "analysis/advise/transform/order.h"
#include "pmecache/advice.h"

/* Of isl: a nest of three loops and four accesses takes some thousands; a million take a tenth of a second. */
#define PME__MOST_ORDER_OPERATIONS 200000UL

pme_order_legality pme__legality_of(pme__nest_obstacle obstacle);

/* How many loops of the nest worksharing loop `shared` deals out to threads. */
int pme__dealt_in(const pme_concrete *concrete, int shared, const pme_nest_order *nest);

#endif
