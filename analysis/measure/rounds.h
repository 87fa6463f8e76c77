/* A run: rounds of a loop that were recorded in one record. */
#ifndef PMECACHE_MEASURE_ROUNDS_H
#define PMECACHE_MEASURE_ROUNDS_H

#include "measurement_state.h"

/* Works off a run of the block, whose record goes on with `words`; returns the end of the record. */
const uint64_t *pme__take_run(pme__measurement *m, const pme_instrumented_block *block, const uint64_t *words);

#endif
