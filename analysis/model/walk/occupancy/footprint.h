/* Footprints: what references touch in a reuse window, for the bounds of occupancy.h. Private to
 * analysis/model/walk/occupancy. */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_OCCUPANCY_FOOTPRINT_H
#define PMECACHE_ANALYSIS_MODEL_WALK_OCCUPANCY_FOOTPRINT_H

#include "occupancy.h"
#include "set_lines.h"
#include "window.h"

/* When alike ones are put together; with more a walk is as cheap. */
enum { PME__MOST_FOOTPRINTS = 24 };

/* What one reference, or several that differ by less than their length, touch in one iteration of a loop by one thread.
 */
typedef struct pme__window_footprint {
  const pme__tree_reference *reference;
  pme__interval_copies copies;              /* from the array's base, with the loops inside at 0 */
  int64_t lead_bytes;                       /* of one iteration of the worksharing loop that the sharers share */
  const pme__tree_node *worksharing_inside; /* that loop, if it is inside */
  int term_count;                           /* outer loops that the address depends on */
  struct {
    int depth;
    int64_t coefficient;
  } terms[PME__MOST_COPY_DIMENSIONS];
} pme__window_footprint;

struct pme__occupancy {
  pme__level_state *state;
  const pme__tree_reference *reference; /* the target's */
  pme__carrier carrier;
  pme__reuse_window window;
  int64_t line_bytes, way_bytes; /* way: of all sets */
  int way_shift;                 /* of a way of 1 << way_shift bytes; else -1 */
  int footprint_count, inner_count;
  pme__window_footprint *footprints; /* of an iteration of the window's loop: at least all */
  pme__window_footprint *inner;      /* of one of the loop inside: at most what there is */
  int64_t run_beyond;                /* iterations of the loop inside in which the earlier touch may come again */
  const pme__tree_node *row; /* loop inside in which the target's reference moves by less than a line; NULL: none */
  int64_t row_beyond;        /* most iterations of it that stay in the line after the first */
  pme__interference interference; /* whose lines count, now */
  int64_t tried, shown_hits, shown_misses;
};

/* One access of the reference, before loops inside are added. */
pme__window_footprint pme__window_footprint_begin(const pme__occupancy *occupancy,
                                                  const pme__tree_reference *reference);
/* Notes what the address of the footprint depends on, of the window's loop and those around it. False: too much. */
bool pme__window_footprint_find_terms(const pme__occupancy *occupancy, pme__window_footprint *footprint);
/* The footprint's first byte for thread 0, at these iterations of them. */
static inline int64_t pme__window_footprint_base(const pme__occupancy *f, const pme__window_footprint *p,
                                                 const int64_t *iterators) {
  int64_t base = pme__level_state_bases(f->state)[p->reference->array] + p->copies.start_bytes;
  for (int i = 0; i < p->term_count; i++)
    base += p->terms[i].coefficient * iterators[p->terms[i].depth];
  return base;
}

/* The worksharing loop that the footprint moves with, if any: its members are `lead_bytes` apart for each iteration of
 * it.
 */
static inline const pme__tree_node *pme__worksharing_loop_of(const pme__window_footprint *p) {
  if (p->lead_bytes == 0)
    return NULL;
  return p->worksharing_inside ? p->worksharing_inside : p->reference->path[p->reference->worksharing_level];
}

/* First iterations of a thread less those of the target's, or of none where the loop is inside. */
static inline int64_t pme__lead_of(const pme__window_footprint *p, const pme__tree_node *worksharing,
                                   const pme__walk_instance *instance, int thread) {
  if (worksharing->distribution == PME__DISTRIBUTION_CYCLIC)
    return thread - (p->worksharing_inside ? 0 : instance->thread);
  int64_t first = pme__tree_range_of(worksharing, instance->iterators, thread).first;
  return p->worksharing_inside ? first
                               : first - pme__tree_range_of(worksharing, instance->iterators, instance->thread).first;
}

/* How far the footprint of `thread` is from there when the target's thread is at the target's iterations. */
static inline int64_t pme__window_footprint_apart(const pme__window_footprint *p, const pme__walk_instance *instance,
                                                  int thread) {
  const pme__tree_node *worksharing = pme__worksharing_loop_of(p);
  return p->reference->pitch_bytes * thread +
         (worksharing ? pme__lead_of(p, worksharing, instance, thread) * p->lead_bytes : 0);
}

/* The threads that make the footprint's accesses, of those whose lines count. */
int pme__sharers_of_footprint(const pme__occupancy *occupancy, const pme__window_footprint *footprint,
                              const pme__walk_instance *instance, const int **threads);

/* Fills occupancy->inner, which has room for PME__MOST_FOOTPRINTS, if the line of an instance of stratum `c` is touched
 * by nothing else in the window. */
void pme__occupancy_find_inner(pme__occupancy *occupancy, const pme__carriers *carriers, int c);
/* Whether there are more lines than ways in the window; `earlier`: the iterators of the touch before. */
bool pme__occupancy_overflows(const pme__occupancy *occupancy, const pme__walk_instance *instance,
                              const int64_t *earlier, int64_t line);

#endif
