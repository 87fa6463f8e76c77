/* Running times of the worksharing loops of a recorded trace, for any team and schedule.
 *
 * PPT-Multicore's Equations 4 to 7 on what the dealt-out trace counts: hits of each level times its cost (T_mem),
 * operations of the blocks that were executed times their throughput or, where they wait for each other, their
 * latency (T_cpu), and the overlap of the two, all by the cost model of advice (docs/model/advice.md). What the
 * printed equations give is told beside: run_time.h with the cumulative hit rates, contiguous and strided.
 */
#ifndef PMECACHE_ANALYSIS_ADVISE_RECORDED_RECORDED_TIME_H
#define PMECACHE_ANALYSIS_ADVISE_RECORDED_RECORDED_TIME_H

#include "analysis/team/team_loops.h"
#include "pmecache/advice.h"

/* Equations 4 to 7 as PPT-Multicore has them, cycles of the slowest thread. */
typedef struct pme__printed_time {
  double memory;                      /* T_mem, global hit rates, words of the accesses' size, contiguous */
  double memory_strided;              /* the same with blocks that are not contiguous */
  double cpu_throughput, cpu_latency; /* T_cpu, both forms */
  double low, high;                   /* max and sum of T_mem and the form of T_cpu that is the longer one */
} pme__printed_time;

/* One loop. */
typedef struct pme__recorded_time {
  pme_advice *advice; /* of one loop, with the time in `now`; its prediction has the misses */
  pme__printed_time printed;
  double executions;
  const char *file, *function; /* texts of the trace */
  uint64_t hash;               /* of the function's code */
  int number, line;            /* of the loop, in its function and in the file */
} pme__recorded_time;

typedef struct pme__recorded_times {
  int count;
  pme__recorded_time *items;
  int assumption_count;
  const char *const *assumptions; /* what the machine leaves open */
  struct pme__recorded_private *memory;
} pme__recorded_times;

/* PME_UNSUPPORTED when the trace is not that of an instrumented run, or the machine has no latencies; PME_BAD_ARGUMENT
 * as pme__team_predict; PME_NO_MEMORY, PME_IO. Free with pme__recorded_times_destroy (accepts NULL). */
pme_status pme__recorded_times_of(const pme__sequential_trace *trace, const pme__team_question *question,
                                  pme__recorded_times **out, pme_error *error);
void pme__recorded_times_destroy(pme__recorded_times *times);

#endif
