/* A program in which two loops beside each other are one. Private to analysis/advise/loop_order. */
#ifndef PMECACHE_ANALYSIS_ADVISE_LOOP_ORDER_CHANGED_FUSED_PROGRAM_H
#define PMECACHE_ANALYSIS_ADVISE_LOOP_ORDER_CHANGED_FUSED_PROGRAM_H

#include "pmecache/program.h"

/* A program of the constructs that hold the two loops, which have the same iterations: the body of `second` behind that of
 * `first` (`is_fused`), or as they stand. `loops`: of the result, those of the two (twice the same one), or where they
 * are no worksharing loops the one around them. NULL: out of memory. Free with pme_program_destroy. */
pme_program *pme__fuse_program(const pme_program *program, int first, int second, bool is_fused, int loops[2]);

#endif
