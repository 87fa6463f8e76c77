/* Counters and predictions side by side. Private to tools/verify. */
#ifndef PMECACHE_TOOLS_VERIFY_ANSWER_H
#define PMECACHE_TOOLS_VERIFY_ANSWER_H

#include <stdio.h>

#include "predicted.h"
#include "run.h"

typedef struct verified {
  const event_list *events;
  const run_counts *counts;
  const counted_loops *loops; /* in any order */
  const pme__units *units;    /* NULL: no predictions */
  const char *program;
} verified;

void verified_text(const verified *v, FILE *stream);
/* A row for each loop, or the program, and event. */
void verified_csv(const verified *v, FILE *stream);

#endif
