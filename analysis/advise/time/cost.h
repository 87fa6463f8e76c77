/* The time of a worksharing loop, from a prediction. Private to analysis/advise; docs/model/advice.md derives each term. */
#ifndef PMECACHE_ANALYSIS_ADVISE_COST_H
#define PMECACHE_ANALYSIS_ADVISE_COST_H

#include "pmecache/advice.h"
#include "work_distribution.h"

/* What the machine leaves open, filled in. Each has a text in `assumptions` when it was. */
typedef struct pme__costs {
  double latency[PME_MAX_LEVELS + 1];    /* of each level, then of the memory */
  double stream[PME_MAX_LEVELS + 1];     /* cycles a line, one core */
  double scattered[PME_MAX_LEVELS + 1];  /* cycles a line, one core */
  double gathered;                       /* of the memory, as many as a core can have under way */
  double stream_together;                /* cycles a line from the memory, one core that reads several streams */
  double page_entries, page_bytes, walk; /* of translations; walk 0: not known */
  double first_entries, hit;             /* of a smaller buffer, asked before; hit 0: none is known */
  double memory_total;                   /* cycles a line, all cores; 0: no limit */
  double ways_of_a_write;                /* lines that a written one counts for in that */
  double transfer, issue, chain, divide, branch, team, uncertainty;
  double handout, handout_most; /* cycles a chunk, of the thread that asks for it */
  double library;               /* cycles for each operation that a call of the mathematical library is worth */
  int assumption_count;
  const char *assumptions[8];
} pme__costs;

/* Those texts, into the advice; in `arena`. PME_NO_MEMORY. */
pme_status pme__keep_assumptions(const pme__costs *costs, pme_arena *arena, pme_advice *advice);

/* Of what lines from other cores cost in lock step, as much is left where stores wait in the buffer and a core keeps a
 * line for several of them: the most that was seen, the usual, and the least. Times have the usual share. */
#define PME__SHARING_MOST 1.0
#define PME__SHARING_USUAL 0.3
#define PME__SHARING_LEAST 0.1

/* Starting a team takes up to so many times as long where its cores are further from each other than when the machine
 * was measured: two processors of a virtual machine were at 160 cycles on one day, at 590 on the next. */
#define PME__TEAM_MOST 3.0

/* Of a machine on which it was not measured: a thread waits for a chunk of GCC's runtime 0.6 transfers, of those of LLVM
 * 14, 19 and 22 11 to 19 (two threads without work between, 32 ns and 620 to 1,040 at 55 a transfer). Of one on which it
 * was, the runtime of the program may still be another. */
#define PME__HANDOUT_MOST 20.0
#define PME__HANDOUT_MEASURED_MOST 2.0

/* Of the shorter of computing and waiting, the share that the longer hides. */
#define PME__HIDDEN 0.9

/* Operations that a core has under way together. */
#define PME__WINDOW_OPERATIONS 512.0

/* What a loop waits for beside lines and operations; known of loops that were recorded. Of all threads together. */
typedef struct pme__waits {
  double window;          /* operations that wait for each other and are under way together */
  const double *entries;  /* by node of a loop: operations each time that it is entered */
  const double *paths;    /* by node of a loop: additions that wait for each other within an iteration */
  const double *branches; /* by node of a loop: cycles for branches that were guessed wrong */
  double team_of_one;     /* cycles of an execution by a single thread, which the runtime starts all the same */
  double chained;         /* cycles for loads of which one tells the address of the next */
} pme__waits;

/* False: the machine has no latencies, there are no times. */
bool pme__costs_of(const pme_machine *machine, pme__costs *out);

/* The time of worksharing loop `loop` of the prediction, whose `distribution` is known. `waits`: NULL where they are not
 * known. */
void pme__cost_loop(const pme_prediction *prediction, const pme__costs *costs, int loop,
                    const pme__work_distribution *distribution, const pme__waits *waits, pme_loop_time *out);

/* Computing and waiting, also of stores for lines from other cores, as far as the longer does not hide the shorter, and
 * what threads cost. */
double pme__cycles_together(const pme_loop_time *time);
/* The same where the longer hides this share of the shorter. */
double pme__cycles_hidden(const pme_loop_time *time, double hidden);

/* What no schedule of the loop can be faster than, with this number of threads: even work, and every line fetched once.
 */
double pme__least_cycles(const pme_prediction *prediction, const pme__costs *costs, int loop,
                         const pme__work_distribution *distribution, int threads);

#endif
