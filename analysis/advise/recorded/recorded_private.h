/* What times and advice for a team have in common. Private to analysis/advise/recorded. */
#ifndef PMECACHE_ANALYSIS_ADVISE_RECORDED_RECORDED_PRIVATE_H
#define PMECACHE_ANALYSIS_ADVISE_RECORDED_RECORDED_PRIVATE_H

#include "recorded_program.h"
#include "recorded_time.h"

/* Behind pme__recorded_times. */
struct pme__recorded_private {
  pme_arena *arena;
  const pme__sequential_trace *trace;
  const pme__team_question *question;
  bool has_costs;
  pme__costs costs;
  pme__team_loop *measured;
  pme__trace_counts counts;
  pme_program **programs;
  pme_concrete **concretes;
};

/* An empty answer; its memory knows trace, question and costs. PME_UNSUPPORTED without a recorded trace, PME_NO_MEMORY.
 */
pme_status pme__recorded_open(const pme__sequential_trace *trace, const pme__team_question *question,
                              pme__recorded_times **out, pme_error *error);
/* `question` with what the program says of loop `loop`, where it asks for no schedule. */
pme__team_question pme__recorded_question_of(const pme__sequential_trace *trace, const pme__team_question *question,
                                             uint32_t loop);

#endif
