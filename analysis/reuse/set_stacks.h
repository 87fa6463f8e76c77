/* Exact set-associative LRU, all associativities of a number of sets at once (Mattson et al. 1970;
 * docs/model/profiles.md 3.5).
 *
 * Each set has an LRU stack of `ways` lines. A reference that finds its line at depth d hits in every cache with this
 * number of sets and more than d ways. The set of a line is line mod sets, the index bits of a real cache: that is what
 * SDCM (sdcm.h) does not know, so strided conflicts are seen here and not there.
 *
 * No policy of analysis/policy: a stack answers for LRU caches of all associativities at once, which other policies
 * have nothing like, so there is nothing to choose here.
 *
 * Needs libc only; runs beside the distance engine on the same stream, also inside instrumented programs.
 */
#ifndef PMECACHE_ANALYSIS_REUSE_SET_STACKS_H
#define PMECACHE_ANALYSIS_REUSE_SET_STACKS_H

#include "pmecache/allocator.h"
#include "pmecache/profile.h"

typedef struct pme__set_stacks pme__set_stacks;

/* Cold stacks for `count` geometries, 1 .. PME_PROFILE_MAX_GEOMETRIES. PME_BAD_ARGUMENT, PME_NO_MEMORY. */
pme_status pme__set_stacks_open(const pme_geometry *geometries, int count, const pme_allocator *allocator,
                                pme__set_stacks **out);
void pme__set_stacks_close(pme__set_stacks *sets);
/* The depth of the line in each geometry's stack before this reference; `ways` when it is not there. */
void pme__set_stacks_reference(pme__set_stacks *sets, uint64_t line, uint8_t *depths);
/* References of a team whose threads have caches, all of one geometry: lines[i] comes to sets[cache[threads[i]]]. What
 * has a depth of 0 already is known to be the newest of its set and is left alone; the others get their depth. How many
 * were in no stack. */
size_t pme__set_stacks_references(pme__set_stacks *const *sets, const uint32_t *cache, const uint32_t *threads,
                                  const uint64_t *lines, size_t count, uint8_t *depths);
/* Forgets all references. */
void pme__set_stacks_forget(pme__set_stacks *sets);

#endif
