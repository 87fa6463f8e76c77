/* How a worksharing loop is to be distributed, before it is built: which source loops, how many iterations, in which
 * blocks or chunks, split into which digits. Private to analysis/model/loop_tree. */
#ifndef PMECACHE_ANALYSIS_MODEL_LOOP_TREE_SCHEDULE_PLAN_H
#define PMECACHE_ANALYSIS_MODEL_LOOP_TREE_SCHEDULE_PLAN_H

#include "build.h"
#include "collapse.h"
#include "dynamic_chunks.h"

/* `count` nested source loops, outermost first. */
typedef struct pme__schedule_plan {
  int count;
  int sources[PME__TREE_MAX_DIGITS];
  bool has_extents;          /* trip counts are fixed; always if count > 1 */
  pme__tree_digits product;  /* of several loops, with their trip counts as extents; of one loop: how it is split */
  bool splits_block;         /* the digits are those of the iterations inside a block */
  int64_t shift, iterations; /* if has_extents: number of the first iteration of one loop; how many there are */
  int threads;
  pme_schedule_kind schedule;
  bool is_uneven;              /* iterations may differ in their work */
  pme__collapsed *collapsed;   /* of several loops whose extents vary, else NULL */
  pme__dynamic_chunks *chunks; /* NULL: chunks go round in turn */
  int64_t block;               /* iterations; 0: none, the distribution is BLOCK */
  int64_t longer;              /* so many blocks, the first ones, have one more; digits without a chunk */
  pme__unit_loop shapes[PME__TREE_MAX_DIGITS]; /* of the sources; the last member, cleared apart */
} pme__schedule_plan;

/* Threads, schedule and the collapsed loops of a source loop. False: they are not nested as they should be. */
bool pme__schedule_plan_begin(const pme__tree_builder *b, int source, pme__schedule_plan *d);
/* Whether the bounds of a collapsed loop use other loops: extents vary. */
bool pme__schedule_plan_varies(const pme__tree_builder *b, const pme__schedule_plan *d);
/* The rest, for loops whose extents do not vary; bounds that are not affine get single loops inside *around. */
pme__tree_built pme__schedule_plan_finish(pme__tree_builder *b, int64_t chunk, pme__tree_node **around,
                                          pme__schedule_plan *d);
/* The chunks of schedules dynamic and guided, where they do not simply go round in turn. UNFIT: out of memory. */
pme__tree_built pme__schedule_plan_chunks(pme__tree_builder *b, pme__schedule_plan *d);

#endif
