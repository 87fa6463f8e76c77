/* Takes the line sample of a run (include/pmecache/line_sample.h) from the records and borders of its thread.
 *
 * A run with a team of several threads has none: what each thread does belongs together by iteration, and the threads do
 * not see each other. Memory is fixed: when there is no room for another touch the sample is halved. */
#ifndef PMECACHE_ANALYSIS_TRACE_LINE_SAMPLER_H
#define PMECACHE_ANALYSIS_TRACE_LINE_SAMPLER_H

#include "analysis/base/always_inline.h"
#include "line_marks.h"
#include "pmecache/allocator.h"
#include "pmecache/profile.h"
#include "pmecache/trace.h"

typedef struct pme__line_sampler pme__line_sampler;

/* `allocator`: NULL for pme_reallocate. NULL without memory: there is no sample. */
pme__line_sampler *pme__line_sampler_open(const pme_allocator *allocator);
void pme__line_sampler_close(pme__line_sampler *sampler); /* accepts NULL */
void pme__line_sampler_take(pme__line_sampler *sampler, const uint64_t *from, const uint64_t *to);

/* ---- for who goes over the records anyway ---- */

/* What is looked at in each record. */
typedef struct pme__line_pass {
  bool in_span;        /* of a loop: an iteration has started */
  uint32_t unlooked;   /* records until the next one of which it is looked at what it writes */
  uint64_t uncounted;  /* references that are not counted yet: of iterations of one bin */
  const uint64_t *end; /* records that begin before are marked from `marked` on */
  const uint64_t *marked, *to;
  uint8_t marks[PME_MARK_BYTES];
} pme__line_pass;

/* Records from `from` to `to` are seen, one after the other, by pme__line_see. NULL: they need not be. */
pme__line_pass *pme__line_sampler_start(pme__line_sampler *sampler, const uint64_t *from, const uint64_t *to);
/* What pme__line_see does for records that start something, have lines of the sample, or are looked at. */
void pme__line_see_more(pme__line_pass *pass, const uint64_t *record);

ALWAYS_INLINE void pme__line_see(pme__line_pass *pass, const uint64_t *record, const pme_instrumented_block *block) {
  bool is_plain = pass->in_span && !(block->kind | block->flags) && record < pass->end;
  if (is_plain && pass->unlooked > 0 &&
      !pme__marks_at(pass->marks, (size_t)(record + 1 - pass->marked), block->site_count)) {
    pass->unlooked--;
    pass->uncounted += block->site_count;
  } else {
    pme__line_see_more(pass, record);
  }
}

void pme__line_sampler_border(pme__line_sampler *sampler, const pme_trace_border *border);
/* Blocks and sites that were moved (PME_BLOCK_MOVED) are looked for where they are now. */
void pme__line_sampler_follow(pme__line_sampler *sampler);
/* Adds the sample to the profile, unless there was a team of several threads, or nothing. The loops of `function` have
 * these indices there: asked for each function, and then once with NULL for it. */
void pme__line_sampler_name_loops(pme__line_sampler *sampler, const pme_instrumented_function *function,
                                  const int *loops);
/* Also of a team: what the loops were shared out by. */
void pme__line_sampler_add_schedules(const pme__line_sampler *sampler, pme_profile *profile);
void pme__line_sampler_add_to(pme__line_sampler *sampler, pme_profile *profile);

#endif
