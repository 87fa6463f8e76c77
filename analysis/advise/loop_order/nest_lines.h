/* New lines that the innermost loop of a nest comes to: a first look at orders. Private to
 * analysis/advise/loop_order. */
#ifndef PMECACHE_ANALYSIS_ADVISE_LOOP_ORDER_NEST_LINES_H
#define PMECACHE_ANALYSIS_ADVISE_LOOP_ORDER_NEST_LINES_H

#include "pmecache/prediction.h"

/* Accesses of the body of an innermost loop, in the order of the program. */
typedef struct pme__nest_lines {
  const pme_concrete *concrete;
  int64_t line_bytes;
  int count, most;
  int *ids;
  bool is_whole; /* all of them have an address, and there is no loop inside */
} pme__nest_lines;

/* Fills `inout`, whose concrete, line_bytes, most and ids are given, for the body of a loop. */
void pme__collect_body(pme__nest_lines *inout, int loop);

/* New lines in an iteration if `loop`, one of those around the body, is the innermost. */
double pme__new_lines(const pme__nest_lines *body, int loop);

/* Whether two accesses are of one array, and no loop moves one but not the other. */
bool pme__moves_alike(const pme__nest_lines *body, int a, int b);

/* The access that the loop moves most. */
int pme__widest_access(const pme__nest_lines *body, int loop);

#endif
