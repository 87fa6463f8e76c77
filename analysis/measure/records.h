/* The records of a thread, in order, measured. */
#ifndef PMECACHE_MEASURE_RECORDS_H
#define PMECACHE_MEASURE_RECORDS_H

#include "measurement_state.h"

/* `pass`: of the line sampler, which sees them as well; NULL: it has, or there is none. */
void pme__take_records(pme__measurement *m, const uint64_t *from, const uint64_t *to, pme__line_pass *pass);
/* Works off a run of the block, whose record goes on with `words`; returns the end of the record. */
const uint64_t *pme__take_run(pme__measurement *m, const pme_instrumented_block *block, const uint64_t *words);

#endif
