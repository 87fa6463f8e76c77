/* A program with the loops of a nest cut into tiles. Private to analysis/advise/loop_order. */
#ifndef PMECACHE_ANALYSIS_ADVISE_LOOP_ORDER_CHANGED_TILED_PROGRAM_H
#define PMECACHE_ANALYSIS_ADVISE_LOOP_ORDER_CHANGED_TILED_PROGRAM_H

#include "pmecache/concrete.h"

/* Tiles of loops that stand in an order: of those from place `first` on, `sizes` iterations each, 0: all of them. */
typedef struct pme__tiling {
  const pme_nest_order *order;
  int first;
  bool is_in_blocks; /* the outermost loop of the nest alone is cut: blocks of it stay in its place, around all loops of
                        the order, in which it goes on within its block. `first` is 0 */
  int64_t sizes[PME_MOST_NEST_LOOPS];
  double chain; /* of the innermost loop in that order (pme_work) */
} pme__tiling;

/* Whether the source has numbers for the loop's bounds, and tiles of this size are all whole: then no tile asks for the
 * loop's end, as compilers find out. */
bool pme__are_whole_tiles(const pme_program *program, int loop, int64_t size);

/* A program of the outermost construct that holds the nest, with loops over tiles, then loops within a tile, as OpenMP's
 * `tile` makes them; the loop over tiles of a worksharing loop is dealt out in its place. `*loop`: a node of `program`
 * on the way to the nest, then the same of the result. NULL: out of memory. Free with pme_program_destroy. */
pme_program *pme__tile_program(const pme_program *program, const pme__tiling *tiling, int *loop);

#endif
