/* Takes the line sample of a run (include/pmecache/line_sample.h) from the records and borders of its thread.
 *
 * A run with a team of several threads has none: what each thread does belongs together by iteration, and the threads do
 * not see each other. Memory is fixed: when there is no room for another touch the sample is halved. */
#ifndef PMECACHE_ANALYSIS_TRACE_LINE_SAMPLER_H
#define PMECACHE_ANALYSIS_TRACE_LINE_SAMPLER_H

#include "pmecache/allocator.h"
#include "pmecache/profile.h"
#include "pmecache/trace.h"

typedef struct pme__line_sampler pme__line_sampler;

/* `allocator`: NULL for pme_reallocate. NULL without memory: there is no sample. */
pme__line_sampler *pme__line_sampler_open(const pme_allocator *allocator);
void pme__line_sampler_close(pme__line_sampler *sampler); /* accepts NULL */
void pme__line_sampler_take(pme__line_sampler *sampler, const uint64_t *from, const uint64_t *to);
void pme__line_sampler_border(pme__line_sampler *sampler, const pme_trace_border *border);
/* Adds the sample to the profile, unless there was a team of several threads, or nothing. The loops of `function` have
 * these indices there: asked for each function, and then once with NULL for it. */
void pme__line_sampler_name_loops(pme__line_sampler *sampler, const pme_instrumented_function *function,
                                  const int *loops);
/* Also of a team: what the loops were shared out by. */
void pme__line_sampler_add_schedules(const pme__line_sampler *sampler, pme_profile *profile);
void pme__line_sampler_add_to(const pme__line_sampler *sampler, pme_profile *profile);

#endif
