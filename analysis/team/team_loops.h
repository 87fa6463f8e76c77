/* What each worksharing loop of a recorded trace misses, when a team runs it: the input of a model of running time.
 *
 * One pass over the merged stream (lock step in proportion to what each thread has left, see interleave.h), with the
 * real sets of every instance of every level. Besides what pme__team_predict counts, misses are told apart by
 *   - the loop in which they happen;
 *   - whether a prefetcher foresees them: the thread's last misses of L1 were at most two lines away, as far back as 16
 *     streams go;
 *   - reads and writes;
 *   - lines that another private cache has written since (invalidation), for teams of up to 64 private caches.
 */
#ifndef PMECACHE_ANALYSIS_TEAM_TEAM_LOOPS_H
#define PMECACHE_ANALYSIS_TEAM_TEAM_LOOPS_H

#include "team_predict.h"

enum { PME_FORESEEN = 1 };

/* Of one loop, all its executions and threads together. */
typedef struct pme__team_loop {
  double executions, iterations;
  double references[2];                /* reads, writes */
  double busiest;                      /* references of the thread with most of them, summed over the executions */
  double misses[PME_MAX_LEVELS][2][2]; /* [foreseen][write], coherence apart */
  double cold[PME_MAX_LEVELS];         /* of these, lines that the instance has never had */
  double lost[PME_MAX_LEVELS];         /* of private levels: lines that were there, but others have written since */
  double coherence[2];                 /* [write]: of the outermost private level */
  /* Of these, by line, the sum of the squares: how unevenly lines are lost. What loops have of it goes by what they lose. */
  double lost_squares;
} pme__team_loop;

/* `out`: trace->loop_count of them, in `arena`. `question->method` and intervals are not used. PME_BAD_ARGUMENT as
 * pme__team_predict, PME_NO_MEMORY. */
pme_status pme__team_loops(const pme__sequential_trace *trace, const pme__team_question *question, pme_arena *arena,
                           pme__team_loop **out, pme_error *error);

#endif
