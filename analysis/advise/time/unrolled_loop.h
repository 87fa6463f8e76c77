/* Innermost loops of few iterations, which compilers write out: the loop around them becomes the innermost one. Private to
 * analysis/advise. */
#ifndef PMECACHE_ANALYSIS_ADVISE_TIME_UNROLLED_LOOP_H
#define PMECACHE_ANALYSIS_ADVISE_TIME_UNROLLED_LOOP_H

#include "loop_body.h"

enum { PME__MOST_UNROLLED_TRIPS = 16, PME__MOST_UNROLLED_OPERATIONS = 150 };
/* Values that stay in registers beside those that are worked on: a core has 16 names for vectors. */
enum { PME__REGISTERS_TO_KEEP = 12 };

/* Iterations of an innermost loop whose number stands in the source and is small, so that the compiled program has its
 * bodies one behind the other in the loop around it. 0: the loop stays, or becomes vectors itself. */
int64_t pme__unrolled_trips(const pme_concrete *concrete, int loop);

/* The loop inside of a loop that is unrolled; PME_NONE: there is none. */
int pme__unrolled_inside(const pme_concrete *concrete, int loop);

/* The body that the compiled loop has: its own, or where a loop in it is unrolled that one's, so many times. What the
 * copies have in common is read once, and what the loop does not move is read before it, as far as registers go. */
pme__loop_body pme__compiled_body_of(const pme_prediction *prediction, int loop);

#endif
