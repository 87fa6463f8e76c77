/* Threads, schedule and chunk for the loops of a recorded trace: irregular ones, which no static model answers.
 *
 * The candidates, their cost, the ranking, and what pays are those of advice (docs/model/advice.md); only the misses
 * come from dealing its trace out to a team: one pass over the whole trace for each team and schedule, in which all
 * loops have that schedule.
 */
#ifndef PMECACHE_ANALYSIS_ADVISE_RECORDED_RECORDED_ADVICE_H
#define PMECACHE_ANALYSIS_ADVISE_RECORDED_RECORDED_ADVICE_H

#include "recorded_time.h"

typedef struct pme__recorded_advise_options {
  uint32_t
      threads;     /* of the team as it is; 0: that of the recorded run when it had several, else the machine's cores */
  bool chunk_only; /* no other numbers of threads */
  double references; /* at most so many are followed, over all passes; 0: 4e8. At least four candidates are tried */
} pme__recorded_advise_options;

/* The advice of each item has its candidates; its prediction is of the loop as it is. By misses alone where the machine
 * has no latencies. Errors and freeing as pme__recorded_times_of. */
pme_status pme__recorded_advise(const pme__sequential_trace *trace, const pme_machine *machine,
                                const pme__recorded_advise_options *options, pme__recorded_times **out,
                                pme_error *error);

#endif
