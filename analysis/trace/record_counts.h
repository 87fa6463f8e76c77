/* How often the records of a thread execute each block of code, and how its accesses move: what a model of running time
 * needs besides misses (the task list of PPT-Multicore).
 */
#ifndef PMECACHE_ANALYSIS_TRACE_RECORD_COUNTS_H
#define PMECACHE_ANALYSIS_TRACE_RECORD_COUNTS_H

#include "branch_guesses.h"
#include "pmecache/instrumented.h"

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
  /* How often its line was another one, and of these how often at most two lines away; of a run: how often it was
   * entered again, and of these how often at most two lines from where it had ended. */
  double moves, near;
} pme__site_count;

typedef struct pme__trace_counts {
  uint32_t count;          /* of sites; records of others are not counted */
  pme__block_count *block; /* by first_site */
  pme__site_count *site;   /* by first_site + number in the block */
} pme__trace_counts;

/* Of a thread. */
typedef struct pme__record_past {
  uint64_t *address; /* by site: that of the last access; 0: none */
  pme__branch_guesses *guesses;
  uint64_t newest; /* first_site of the last block, and 1; 0: none */
} pme__record_past;

/* Counts a record, the next one of the thread. */
void pme__count_record(pme__trace_counts *counts, pme__record_past *past, unsigned line_bits, const uint64_t *record);

#endif
