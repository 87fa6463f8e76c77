/* A program in which the parts of a loop's body have loops of their own. Private to analysis/advise/loop_order. */
#ifndef PMECACHE_ANALYSIS_ADVISE_LOOP_ORDER_CHANGED_DISTRIBUTED_PROGRAM_H
#define PMECACHE_ANALYSIS_ADVISE_LOOP_ORDER_CHANGED_DISTRIBUTED_PROGRAM_H

#include "pmecache/program.h"

/* A program of the outermost construct around `loop`: what stands before `inside`, a loop in its body, then that one, then
 * what stands behind it, in a loop each. `nodes`: some of the program, then of the result; those of `loop` are of the one
 * around `inside`. NULL: out of memory. Free with pme_program_destroy. */
pme_program *pme__distribute_program(const pme_program *program, int loop, int inside, int nodes[], int count);

#endif
