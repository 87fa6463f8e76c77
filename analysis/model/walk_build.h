/* Private to walk_program.c and walk_deal.c: building the tree. */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_BUILD_H
#define PMECACHE_ANALYSIS_MODEL_WALK_BUILD_H

#include "walk_program.h"

/* Where a piece of code stands. */
typedef enum pme__walk_place {
  PME__WALK_SERIAL, /* outside regions: thread 0 */
  PME__WALK_TEAM,   /* in a region, barriers may follow */
  PME__WALK_PHASE,  /* in a region, between two barriers */
  PME__WALK_ALONE   /* in a worksharing loop, a one-thread block, a team of one: no team to deal to */
} pme__walk_place;

typedef struct pme__walk_builder {
  const pme_concrete *concrete;
  pme_arena *arena;
  pme__walk_program *program;
  pme__walk_affine values[PME_MAX_DEPTH]; /* source value of each enclosing source loop */
  bool no_memory;
} pme__walk_builder;

/* A source loop with step 1: source value = origin + step * i, i = max(lowers) .. min(uppers); no lower: from 0.
 * Single: i = min(uppers). */
typedef struct pme__walk_shape {
  bool is_single;
  int source_depth;
  pme__walk_affine origin;
  int64_t step;
  int lower_count, upper_count;
  pme__walk_bound lowers[PME__WALK_MAX_BOUNDS], uppers[PME__WALK_MAX_BOUNDS];
} pme__walk_shape;

/* What a node became; the caller marks what is left or never runs. */
typedef enum pme__walk_built { PME__WALK_BUILT, PME__WALK_EMPTY, PME__WALK_UNFIT } pme__walk_built;

/* False: the loop's bounds cannot be written this way. `parent` is the innermost loop around it. */
bool pme__walk_shape_of(const pme__walk_builder *b, const pme_concrete_loop *loop, const pme__walk_node *parent,
                        pme__walk_shape *out);
/* A source function of source loops, as one of iterators. False: floor-division terms or too large. */
bool pme__walk_convert(const pme__walk_builder *b, const pme_affine *from, pme__walk_affine *to);

/* A new last child of `parent`. NULL: too deep or out of memory (b->no_memory). */
pme__walk_node *pme__walk_new_loop(pme__walk_builder *b, pme__walk_node *parent);
/* A loop with these bounds under `parent`. */
pme__walk_built pme__walk_bounded_loop(pme__walk_builder *b, pme__walk_node *parent, const pme__walk_shape *bounds,
                                       pme__walk_node **out);
void pme__walk_set_origin(pme__walk_builder *b, pme__walk_node *loop, const pme__walk_shape *shapes, int count,
                          const int64_t *weights, int64_t divide, int64_t modulo);
/* Takes `node` out of its parent again. */
void pme__walk_unlink(pme__walk_node *node);

/* The loops for a worksharing loop in a team (walk_deal.c), without the body: *innermost is where the body goes, and
 * *body the source node whose children it is. */
pme__walk_built pme__walk_deal_loop(pme__walk_builder *b, int source, pme__walk_node *parent,
                                    pme__walk_node **outermost, pme__walk_node **innermost, int *body);

#endif
