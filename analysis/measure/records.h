/* The records of a thread, in order: measured, or between two bursts only counted. */
#ifndef PMECACHE_MEASURE_RECORDS_H
#define PMECACHE_MEASURE_RECORDS_H

#include "measurement_state.h"

void pme__take_records(pme__measurement *m, const uint64_t *from, const uint64_t *to);
/* In a gap between bursts. Returns where a block begins that was never measured, else `to`. */
const uint64_t *pme__pass_over(pme__measurement *m, const uint64_t *from, const uint64_t *to);

#endif
