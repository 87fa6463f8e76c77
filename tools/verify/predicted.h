/* What the documents of a build predict of what events count. Private to tools/verify. */
#ifndef PMECACHE_TOOLS_VERIFY_PREDICTED_H
#define PMECACHE_TOOLS_VERIFY_PREDICTED_H

#include "analysis/report/units/units.h"
#include "counted_loops.h"

/* The loop of the documents that begins at this place, NULL: none of them. */
const pme__unit_loop *predicted_loop(const pme__units *units, const char *file, int line);
/* Of one call of its function; NAN where there is no number. */
double predicted_of_loop(const pme__unit_loop *loop, const event_quantity *quantity);
/* How often one call of its function runs it. */
double predicted_executions(const pme__unit_loop *loop);
/* Of all functions, in all calls that a run has told. */
double predicted_of_program(const pme__units *units, const event_quantity *quantity);
/* "read misses of L1"; "" where nothing is predicted. */
void predicted_words(const pme__units *units, const event_quantity *quantity, char *text, size_t bytes);

#endif
