/* Keeps, of the records of a thread, what a model of running time needs besides distances (record_counts.h): all of the
 * first ones, then one stretch of them in several. The profile has it with its blocks and references. */
#ifndef PMECACHE_ANALYSIS_TRACE_WORK_SAMPLER_H
#define PMECACHE_ANALYSIS_TRACE_WORK_SAMPLER_H

#include "pmecache/allocator.h"
#include "pmecache/profile.h"
#include "record_counts.h"

typedef struct pme__work_sampler pme__work_sampler;

/* `allocator`: NULL for pme_reallocate. NULL without memory: nothing is kept. */
pme__work_sampler *pme__work_sampler_open(const pme_allocator *allocator);
void pme__work_sampler_close(pme__work_sampler *sampler); /* accepts NULL */
/* The next buffer of records, of a program with so many sites. */
void pme__work_sampler_take(pme__work_sampler *sampler, uint32_t site_count, const uint64_t *from, const uint64_t *to);
/* Adds what was seen of a block and of its sites to those of the profile, which has them with these indices: the
 * references in the order of the sites. */
void pme__work_sampler_add_block(const pme__work_sampler *sampler, const pme_instrumented_block *block,
                                 pme_profile *profile, int index);
void pme__work_sampler_add_site(const pme__work_sampler *sampler, const pme_instrumented_block *block, uint32_t site,
                                pme_profile *profile, int reference);

#endif
