/* A program that is run while its events are counted. Private to tools/verify. */
#ifndef PMECACHE_TOOLS_VERIFY_RUN_H
#define PMECACHE_TOOLS_VERIFY_RUN_H

#include "counting.h"

typedef struct run_counts {
  bool is_counted[EVENT_MOST];
  double counts[EVENT_MOST];
  double least_share; /* of the time, in which a counter counted: below 1 they took turns, and counts are estimates */
  int status;         /* of the program, as a shell has it */
} run_counts;

/* Where the program leaves what its loops counted; NULL: they are not counted. */
typedef struct run_loops {
  const char *library, *file;
} run_loops;

/* Which events can be counted here: opens and closes each. faults[i] is 0 or an errno. */
void run_probe(const counting *counting, const event_list *events, int faults[EVENT_MOST]);
/* Runs the program to its end. False: it could not be started, and `counts->status` says as what. */
bool run_counted(const counting *counting, const event_list *events, char **program, const run_loops *loops,
                 run_counts *counts);

#endif
