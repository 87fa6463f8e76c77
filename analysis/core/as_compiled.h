/* Accesses where a compiler leaves them: those that it keeps in registers stand before or behind the loops that they do
 * not need memory in. */
#ifndef PMECACHE_ANALYSIS_CORE_AS_COMPILED_H
#define PMECACHE_ANALYSIS_CORE_AS_COMPILED_H

#include "pmecache/concrete.h"

/* Moves the accesses of `nodes`, all evaluated, out of up to pme_access.kept_loops loops: reads before them, writes
 * behind them. An access stays inside a condition, and inside a loop that moves it. It leaves a loop whose iterations
 * are dealt out for the region around it, of which each thread runs it. Where threads ask for chunks of several
 * iterations, the compiled program has one access for each chunk: none of these is counted. */
void pme__move_kept_accesses(const pme_program *program, pme_concrete_node *nodes);

/* A copy with its accesses moved, to be freed with pme_concrete_destroy before the source is. PME_NO_MEMORY. */
pme_status pme__concrete_as_compiled(const pme_concrete *source, pme_concrete **out);

/* ---- places that data choose ---- */

/* Are there accesses to them that are not modelled? */
bool pme__has_scattered(const pme_concrete *concrete);
/* A copy that models them, each where it misses most; as above. */
pme_status pme__concrete_with_scattered(const pme_concrete *source, pme_concrete **out);
/* A copy in which accesses with another value than PME_NONE are not modelled. It lives in the arena, and no longer than
 * the source does. PME_NO_MEMORY. */
pme_status pme__concrete_without(const pme_concrete *source, const int *left_out, pme_arena *arena,
                                 const pme_concrete **out);
bool pme__concrete_is_compiled(const pme_concrete *concrete);

#endif
