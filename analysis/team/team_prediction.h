/* What is foretold of a team, as a prediction that reports can write. */
#ifndef PMECACHE_ANALYSIS_TEAM_TEAM_PREDICTION_H
#define PMECACHE_ANALYSIS_TEAM_TEAM_PREDICTION_H

#include "pmecache/prediction.h"
#include "team_predict.h"

/* A team and what pme__team_predict answered. `path` is the file of the trace. */
typedef struct pme__team_run {
  const pme__sequential_trace *trace;
  const char *path;
  const pme__team_question *question;
  const pme__team_answer *answer;
} pme__team_run;

/* One parallel loop with one reference, which stands for all: a trace does not tell them apart. Lives in `arena`;
 * `run` and what it points to must outlive it. PME_NO_MEMORY. */
pme_status pme__team_prediction(const pme__team_run *run, pme_arena *arena, pme_prediction **out, pme_error *error);

#endif
