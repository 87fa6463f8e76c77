/* How often the code of a recorded trace was executed in worksharing loops, and how its accesses move: what a model of
 * running time needs besides misses (the task list of PPT-Multicore).
 */
#ifndef PMECACHE_ANALYSIS_TEAM_TRACE_COUNTS_H
#define PMECACHE_ANALYSIS_TEAM_TRACE_COUNTS_H

#include "pmecache/arena.h"
#include "pmecache/trace.h"

typedef struct pme__block_count {
  double records; /* executions of the block; of a run: how often its loop was entered */
  double rounds;  /* of runs, altogether */
  /* How often something else came behind it than a core would have guessed (branch_guesses.h): branches that data
   * decide, and ends of loops whose lengths differ. */
  double surprises;
} pme__block_count;

typedef struct pme__site_count {
  uint64_t first_address; /* of the first access; 0: none */
  int64_t stride;         /* bytes, of the newest run; 0 for blocks that are no runs */
  /* Of a block that is no run: how often its line was that of a site before it in the same record, whose line it then
   * finds; the first such site of the newest record, by its number in the block. */
  double follows;
  uint32_t leader;
  uint64_t lowest, highest; /* address, of a block that is no run; 0: none */
  double changes;           /* of a block that is no run: how often its address was another one than before */
  double moves, near;       /* how often its line was another one, and of these how often at most two lines away */
} pme__site_count;

typedef struct pme__trace_counts {
  uint32_t count;
  pme__block_count *block; /* by first_site */
  pme__site_count *site;   /* by first_site + number in the block */
} pme__trace_counts;

/* Reads `trace` from its start; lies in `arena`. PME_NO_MEMORY, PME_IO. */
pme_status pme__trace_count(pme_trace *trace, uint32_t line_bytes, pme_arena *arena, pme__trace_counts *out);

#endif
