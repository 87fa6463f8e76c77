/* A worksharing loop of a recorded trace as a program with a prediction, so that its time is that of the one cost
 * model (cost.h) and its report that of every other loop. Private to analysis/advise/recorded.
 *
 * Loops have the trip counts and the work of the run. Accesses stand at the addresses that they had first and move by
 * the stride of their runs; those that are in no run count as moving from line to line when most of their moves were
 * that short, else as scattered, over pages only as far as it jumps over more of them than a core keeps
 * translations of. What the loop misses (team_loops.h) is handed to the accesses of its kind, foreseen
 * or not and read or write, in proportion to how often they were executed and were the first of their block at a line.
 */
#ifndef PMECACHE_ANALYSIS_ADVISE_RECORDED_RECORDED_PROGRAM_H
#define PMECACHE_ANALYSIS_ADVISE_RECORDED_RECORDED_PROGRAM_H

#include "analysis/advise/time/cost.h"
#include "analysis/team/team_loops.h"
#include "analysis/team/trace_counts.h"
#include "pmecache/trace.h"

typedef struct pme__recorded_loop {
  const pme_instrumented_function *function;
  uint32_t number; /* of the loop in its function */
  pme_program *program;
  int node; /* of the loop */
  /* By node: how often it was entered (loops) or executed (accesses), and the iterations of loops. */
  int node_count;
  double *entered, *iterations;
  double *paths, *entries; /* by node of a loop: as pme_instrumented_loop has them */
  /* By node: surprises of a core's guesses of branches (loops), and those that were decided by what the access reads. */
  double *surprises;
  bool *is_chained; /* by node of an access: PME_SITE_CHAINED */
  /* By node of an access: how often it came to another line than the time before, and of these to one that prefetchers
   * foresee. */
  double *moves, *near;
  double *follows; /* by node of an access: how often another one of its block had its line just before */
  int *leader;     /* that one, the access itself where it mostly is the first */
  uint64_t *site;  /* by node of an access: its number, as in the counts */
} pme__recorded_loop;

/* A loop with what was counted of it, in a trace or in the run itself. */
typedef struct pme__recorded_code {
  const pme_instrumented_function *function;
  uint32_t loop; /* of the function */
  double executions, iterations;
  const pme__trace_counts *counts;
  uint32_t line_bytes;
  const pme__costs *costs; /* how many pages are too many for an access that jumps; NULL: not known */
} pme__recorded_code;

/* The program of the loop. What `code` points to must outlive it. False: no memory. Free its program with
 * pme_program_destroy, also then. */
bool pme__recorded_loop_build(const pme__recorded_code *code, pme_arena *arena, pme__recorded_loop *out);
/* How often its loops and accesses were executed; misses are none. */
void pme__recorded_fill_counts(const pme__recorded_loop *loop, pme_prediction *prediction);

/* The program; `costs` (NULL: not known) tell how many pages are too many for an access that jumps. `counts` and the
 * trace's tables must outlive it. False: the loop's code is not known. Free its program with pme_program_destroy. */
bool pme__recorded_loop_open(const pme__sequential_trace *trace, const pme__trace_counts *counts,
                             const pme__costs *costs, uint32_t loop, pme_arena *arena, pme__recorded_loop *out);

/* What a loop missed for one team and schedule. */
typedef struct pme__recorded_run {
  const pme__team_loop *measured;
  const pme__team_question *question;
} pme__recorded_run;

/* Its prediction for a team. `concrete` is to be destroyed also after a failure. PME_NO_MEMORY. */
pme_status pme__recorded_predict(const pme__recorded_loop *loop, const pme__recorded_run *run, pme_arena *arena,
                                 pme_concrete **concrete, pme_prediction **out, pme_error *error);

/* How the schedule distributes its work. `schedule`, `chunk`: which one. */
pme__work_distribution pme__recorded_distribution(const pme__team_loop *measured, uint32_t threads,
                                                  pme__team_schedule_kind schedule, uint64_t chunk);

#endif
