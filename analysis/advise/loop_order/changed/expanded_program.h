/* A program in which a value that iterations hand on stands in an array. Private to analysis/advise/loop_order. */
#ifndef PMECACHE_ANALYSIS_ADVISE_LOOP_ORDER_CHANGED_EXPANDED_PROGRAM_H
#define PMECACHE_ANALYSIS_ADVISE_LOOP_ORDER_CHANGED_EXPANDED_PROGRAM_H

#include "pmecache/program.h"

/* The write that has all that iterations of `loop` hand on (pme_access.is_carried); PME_NONE: something else has it. */
int pme__taker_of_carried(const pme_program *program, int loop);

/* A program of the outermost construct around `loop`, where what its iterations hand on is in the array that `write` puts it
 * into: written before the loop, read and written in each iteration, and not behind it. `nodes` as of
 * pme__distribute_program. NULL: out of memory. Free with pme_program_destroy. */
pme_program *pme__expand_program(const pme_program *program, int loop, int write, int nodes[], int count);

/* The same with a row of its own, an element for each iteration of `around`, the loop in whose body `inside` stands; behind
 * `inside` the element is read. Of a nest of `inside` and loops in it, each alone, the innermost one has the accesses. */
pme_program *pme__expand_program_in_row(const pme_program *program, int around, int inside, int nodes[], int count);

#endif
