/* Pieces of a worksharing loop that are handed out on demand: schedules dynamic and guided. Private to
 * analysis/model/loop_tree.
 *
 * The pieces do not depend on who gets them: dynamic,b hands out b iterations, guided,b max(b, ceil(left / T)). A
 * thread asks when its turn comes and it has nothing left (docs/model/simulator.md). If all threads arrive together,
 * and the work of a piece is always the same, then who gets which piece is known: the thread that is done first, and of
 * several that are done in the same round the one with the lowest number.
 *
 * A loop ON DEMAND runs over PLACES: pieces in the order of threads, and for each thread in the order in which it gets
 * them. Single loops inside look up where the piece begins, and how many iterations it has.
 *
 * Where iterations are all alike, dynamic chunks go round in turn, which is the CYCLIC deal; no pieces are needed.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_LOOP_TREE_DYNAMIC_CHUNKS_H
#define PMECACHE_ANALYSIS_MODEL_LOOP_TREE_DYNAMIC_CHUNKS_H

#include "access_count.h"

struct pme__walk_pieces {
  int count;
  int64_t *starts, *lengths; /* [place]: first iteration, iterations */
  int *threads;              /* [place]: who runs it */
  int *firsts;               /* [thread]: first place; [number of threads]: count */
  int *places;               /* [piece, ascending starts] */
};

/* Of `iterations` iterations, `block` in each (guided: at least), in turn at first. *out NULL: too many pieces.
 * PME_NO_MEMORY. */
pme_status pme__walk_pieces_create(int64_t iterations, int64_t block, bool guided, int threads, pme_arena *arena,
                                   pme__walk_pieces **out);
/* The place of the piece that an iteration is in. */
int pme__walk_place_of(const pme__walk_pieces *pieces, int64_t iteration);

/* Finds out who gets the pieces of all loops on demand, and where that is only assumed (program->assumes_cyclic). After
 * pme__tree_analyse. PME_NO_MEMORY. */
pme_status pme__walk_hand_out(pme__counter *counter, pme__loop_tree *program, pme_arena *arena);

#endif
