/* Tiles of a nest: sizes by footprints, then by prediction. Private to analysis/advise/loop_order. */
#ifndef PMECACHE_ANALYSIS_ADVISE_LOOP_ORDER_LOOP_TILES_H
#define PMECACHE_ANALYSIS_ADVISE_LOOP_ORDER_LOOP_TILES_H

#include "order_candidates.h"
#include "order_trial.h"

/* OpenMP's tile takes any number of loops; more than three are seldom used again in all of them. */
enum { PME__MOST_TILED_LOOPS = 3, PME__MOST_TILINGS = 16 };

typedef struct pme__tile_question {
  pme__order_question trial;
  pme__wait_question wait;
  const pme__nest_lines *body;
  const pme_nest_order *order;    /* of the loops that are to be cut, innermost three at most */
  const pme__order_trial *before; /* in this order, without tiles; NULL: not tried yet */
  int least_iterations;           /* that are left to the outermost loop where it is dealt out; 0: it is not */
  bool is_in_blocks;              /* as of pme__tiling; `before` is of the nest as it stands */
  bool is_unrolled;               /* the innermost loop in tiles that compilers unroll: others are no tiles then */
  int most_trials;                /* no more than PME__MOST_TILINGS */
} pme__tile_question;

typedef struct pme__tilings {
  int first;        /* place in the order from which on loops are cut */
  double waits_now; /* without tiles */
  int count;
  struct {
    int64_t sizes[PME_MOST_NEST_LOOPS]; /* 0: all iterations */
    double waits;
  } all[PME__MOST_TILINGS];
} pme__tilings;

/* Sizes that wait least by footprints, different from each other; none where tiles would not save a tenth. */
void pme__collect_tilings(const pme__tile_question *question, pme__tilings *out);

typedef struct pme__tile_answer {
  bool is_found; /* tiles are better than the loops as they stand */
  int64_t sizes[PME_MOST_NEST_LOOPS];
  pme__order_trial before, after;
} pme__tile_answer;

/* Predicts each, against the nest in its order without tiles, and of the best one larger ones. PME_NO_MEMORY. */
pme_status pme__try_tilings(const pme__tile_question *question, const pme__tilings *tilings, pme__tile_answer *out);

#endif
