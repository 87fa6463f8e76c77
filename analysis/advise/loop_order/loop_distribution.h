/* Loops that hold more than the loop inside of them. Private to analysis/advise/loop_order. */
#ifndef PMECACHE_ANALYSIS_ADVISE_LOOP_ORDER_LOOP_DISTRIBUTION_H
#define PMECACHE_ANALYSIS_ADVISE_LOOP_ORDER_LOOP_DISTRIBUTION_H

#include "pmecache/arena.h"
#include "pmecache/concrete.h"

/* Whether what stands in `loop` beside `inside`, a loop, can have loops of its own: plain accesses, of those before
 * `inside` none that reads, for values in registers are not in the program, loops that hand on nothing, and no dependence
 * that would be reversed. PME_NO_MEMORY. */
pme_status pme__can_distribute(const pme_concrete *concrete, int loop, int inside, pme_arena *arena, bool *can);

/* Whether what iterations of `inside`, a loop in `loop`, hand on may be in the array that `write` puts it into behind it
 * (pme__expand_program): in an iteration of `loop` nothing touches that element in between. PME_NO_MEMORY. */
pme_status pme__can_expand(const pme_concrete *concrete, int loop, int inside, int write, pme_arena *arena, bool *can);

/* How long a row is that has an element for each iteration of loop `id`, by its variable; 0: that is not known, or too long for
 * a stack, or the variable goes down or below nothing. */
int64_t pme__row_of_loop(const pme_program *program, int id);

/* The outermost loop at or below `id` whose iterations hand on values in registers, which might be used behind it;
 * PME_NONE: none. */
int pme__carrying_loop(const pme_program *program, int id);

#endif
