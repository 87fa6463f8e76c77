/* What a window holds, for the bounds of occupancy.h. Private to analysis/model/walk/decide. */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_DECIDE_OCCUPANCY_PARTS_H
#define PMECACHE_ANALYSIS_MODEL_WALK_DECIDE_OCCUPANCY_PARTS_H

#include "occupancy.h"
#include "set_lines.h"
#include "window.h"

/* When alike ones are put together; with more a walk is as cheap. */
enum { PME__WALK_MOST_PARTS = 24 };

/* What one reference, or several that differ by less than their length, touch in one iteration of a loop by one thread.
 */
typedef struct pme__walk_part {
  const pme__tree_reference *reference;
  pme__walk_intervals copies;               /* from the array's base, with the loops inside at 0 */
  int64_t lead_bytes;                       /* of one iteration of the worksharing loop that the crew shares */
  const pme__tree_node *worksharing_inside; /* that loop, if it is inside */
  int term_count;                           /* outer loops that the address depends on */
  struct {
    int depth;
    int64_t coefficient;
  } terms[PME__WALK_MOST_DIMENSIONS];
} pme__walk_part;

struct pme__walk_fit {
  pme__walk_sieve *sieve;
  const pme__tree_reference *reference; /* the target's */
  pme__walk_small small;
  pme__walk_window window;
  int64_t line_bytes, turn_bytes; /* turn: of all sets */
  int turn_shift;                 /* of a turn of 1 << turn_shift bytes; else -1 */
  int part_count, inner_count;
  pme__walk_part *parts;     /* of an iteration of the window's loop: at least all */
  pme__walk_part *inner;     /* of one of the loop inside: at most what there is */
  int64_t run_beyond;        /* iterations of the loop inside in which the earlier touch may come again */
  const pme__tree_node *row; /* loop inside in which the target's reference moves by less than a line; NULL: none */
  int64_t row_beyond;        /* most iterations of it that stay in the line after the first */
  pme__walk_rivals rivals;   /* whose lines count, now */
  int64_t tried, shown_hits, shown_misses;
};

/* One access of the reference, before loops inside are added. */
pme__walk_part pme__walk_begin_part(const pme__walk_fit *fit, const pme__tree_reference *reference);
/* Notes what the address of the part depends on, of the window's loop and those around it. False: too much. */
bool pme__walk_find_terms(const pme__walk_fit *fit, pme__walk_part *part);
/* The part's first byte for thread 0, at these iterations of them. */
int64_t pme__walk_base_of(const pme__walk_fit *fit, const pme__walk_part *part, const int64_t *iterators);
/* How far the part of `thread` is from there when the target's thread is at the target's iterations. */
int64_t pme__walk_apart(const pme__walk_part *part, const pme__walk_instance *instance, int thread);
/* The threads that make the part's accesses, of those whose lines count. */
int pme__walk_crew_of_part(const pme__walk_fit *fit, const pme__walk_part *part, const pme__walk_instance *instance,
                           const int **threads);

/* Fills fit->inner, which has room for PME__WALK_MOST_PARTS, if the line of an instance of class `c` is touched by
 * nothing else in the window. */
void pme__walk_find_inner(pme__walk_fit *fit, const pme__walk_classes *classes, int c);
/* Whether there are more lines than ways in the window; `earlier`: the iterators of the touch before. */
bool pme__walk_overflows(const pme__walk_fit *fit, const pme__walk_instance *instance, const int64_t *earlier,
                         int64_t line);

#endif
