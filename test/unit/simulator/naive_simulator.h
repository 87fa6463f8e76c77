/* A second simulator, written for plainness: it lists the accesses of every thread and plays them in lock step, and knows
 * no runs, rows, batches or histories. */
#ifndef PMECACHE_TEST_UNIT_SIMULATOR_NAIVE_SIMULATOR_H
#define PMECACHE_TEST_UNIT_SIMULATOR_NAIVE_SIMULATOR_H

#include "test/unit/simulator/naive_caches.h"

/* The counts of the whole program; naive_free gives them back. */
naive *naive_run(const pme_concrete *concrete, const pme_machine *machine, const pme_simulate_options *options);

#endif
