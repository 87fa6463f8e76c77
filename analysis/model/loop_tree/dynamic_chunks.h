/* Chunks of schedules dynamic and guided: which there are, and which thread gets which. Private to
 * analysis/model/loop_tree.
 *
 * The chunks do not depend on who gets them: dynamic,b has chunks of b iterations, guided,b of max(b, ceil(left / T)).
 * A thread asks when its turn comes and it has nothing left (docs/model/simulator.md). If all threads arrive together,
 * and the work of a chunk is always the same, then who gets which chunk is known: the thread that is done first, and of
 * several that are done in the same round the one with the lowest number.
 *
 * A loop with DYNAMIC distribution runs over SLOTS: chunks sorted by thread, and for each thread in the order in which
 * it gets them. Single loops inside look up where the chunk of the slot begins, and how many iterations it has.
 *
 * Where iterations are all alike, dynamic chunks go round in turn. That is the CYCLIC distribution and needs no slots.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_LOOP_TREE_DYNAMIC_CHUNKS_H
#define PMECACHE_ANALYSIS_MODEL_LOOP_TREE_DYNAMIC_CHUNKS_H

#include "access_count.h"

struct pme__dynamic_chunks {
  int count;
  int64_t *starts, *lengths; /* [slot]: first iteration, iterations */
  int *threads;              /* [slot]: who runs it */
  int *firsts;               /* [thread]: first slot; [number of threads]: count */
  int *slots;                /* [chunk, ascending starts] */
};

/* Of `iterations` iterations, `block` in each (guided: at least), in turn at first. *out NULL: too many chunks.
 * PME_NO_MEMORY. */
pme_status pme__dynamic_chunks_create(int64_t iterations, int64_t block, bool guided, int threads, pme_arena *arena,
                                      pme__dynamic_chunks **out);
/* The slot of the chunk that an iteration is in. */
int pme__dynamic_chunks_slot_of(const pme__dynamic_chunks *chunks, int64_t iteration);

/* Finds out who gets the chunks of all loops with dynamic distribution, and where that is only assumed
 * (program->assumes_cyclic). After pme__tree_analyse. PME_NO_MEMORY. */
pme_status pme__dynamic_chunks_assign(pme__counter *counter, pme__loop_tree *program, pme_arena *arena);

#endif
