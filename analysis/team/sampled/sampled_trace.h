/* The line sample of a profile (include/pmecache/line_sample.h) as the trace of a run, to be dealt out to other teams. */
#ifndef PMECACHE_ANALYSIS_TEAM_SAMPLED_SAMPLED_TRACE_H
#define PMECACHE_ANALYSIS_TEAM_SAMPLED_SAMPLED_TRACE_H

#include "analysis/team/team_loops.h"
#include "analysis/team/text_trace.h"
#include "pmecache/machine.h"
#include "pmecache/profile_answer.h"

/* Whether threads have rows by their numbers. How far they are apart a run of one thread does not tell. */
bool pme__sample_has_rows(const pme_line_sample *sample);

/* The sample with rows that lie one behind the other, as densely as can be: of short rows all lines are those of all threads,
 * of long ones the first and the last. The touches are new, in `arena`. PME_NO_MEMORY. */
pme_status pme__let_rows_meet(pme_line_sample *sample, pme_arena *arena);

/* Loop l of the profile is the one that pieces call l + 1. The sample must outlive the result, which lies in `arena`.
 * PME_NO_MEMORY. */
pme_status pme__sampled_trace(const pme_line_sample *sample, int loop_count, uint32_t line_bytes, pme_arena *arena,
                              pme__sequential_trace *out);

/* Between the own memory of two threads, in lines: as stacks lie, but so that what is in the sample stays in its sets. */
uint64_t pme__sampled_offset(const pme_line_sample *sample);

/* Whether sets of such a level are in the sample as a whole; else it is followed in small, which is an approximation. */
bool pme__sample_has_sets(const pme_line_sample *sample, const pme_cache_level *level);

/* The machine in small: caches whose sets are split by the sample have as much fewer ways. */
pme_machine pme__sampled_machine(const pme_line_sample *sample, const pme_machine *machine);

/* Why a profile without a sample, or for such a team, has no answer. */
pme_status pme__no_team_because(const pme_profile *profile, int threads, pme_error *error);

pme__merge_order pme__order_of(pme_interleave interleave);
/* A team in the caches of the machine, with lines of the sample; the schedule of the question is that of teams alone. */
pme__team_question pme__question_of(const pme_line_sample *sample, const pme_team_question *q,
                                    const pme_machine *machine, int threads, pme__merge_order order);

#endif
