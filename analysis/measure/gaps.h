/* Gaps between bursts (docs/model/profiles.md 2.6, 2.9): records are counted, not measured, and where nobody asked for
 * gaps, references to lines of the sample of the engine still are. */
#ifndef PMECACHE_MEASURE_GAPS_H
#define PMECACHE_MEASURE_GAPS_H

#include "measurement_state.h"

/* Returns where a block begins that was never measured, else `to`. `pass`: as for pme__take_records. */
const uint64_t *pme__pass_over(pme__measurement *m, const uint64_t *from, const uint64_t *to, pme__line_pass *pass);

/* A gap begins that nobody asked for. */
void pme__start_thin_gap(pme__measurement *m);
/* What was counted for a site of the block before and since such gaps, as if there had been none. False without memory. */
bool pme__add_thinned(const pme__measurement *m, const pme_instrumented_block *block, uint32_t number,
                      pme_profile *profile, pme_profile_stream *stream);
/* The same for the sample that was looked at in the sets. */
void pme__scale_set_sample(const pme__measurement *m, const pme_instrumented_block *block, pme_profile_stream *stream);

#endif
