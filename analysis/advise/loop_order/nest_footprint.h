/* Misses of a nest by footprints: a first look at orders and tiles, without sets and places. Private to
 * analysis/advise/loop_order. */
#ifndef PMECACHE_ANALYSIS_ADVISE_LOOP_ORDER_NEST_FOOTPRINT_H
#define PMECACHE_ANALYSIS_ADVISE_LOOP_ORDER_NEST_FOOTPRINT_H

#include "analysis/advise/time/stream_turns.h"
#include "nest_lines.h"

enum { PME__MOST_FOOTPRINT_LOOPS = 2 * PME_MOST_NEST_LOOPS };

/* Loops of a nest, perhaps cut into tiles: a loop over tiles moves by `step` of the source loop's variable, tile by
 * tile. */
typedef struct pme__footprint_loop {
  int depth; /* of the source loop, in the functions of addresses */
  double step, trips;
  double first; /* of its variable, where that is a number; 0 of loops inside of tiles */
} pme__footprint_loop;

typedef struct pme__footprint_nest {
  const pme__nest_lines *body;
  int64_t line_bytes; /* what misses are counted in: lines, or pages */
  int count;
  pme__footprint_loop loops[PME__MOST_FOOTPRINT_LOOPS]; /* outermost first */
  bool is_unrolled;                                     /* the innermost one */
} pme__footprint_nest;

/* Mean numbers of iterations of each loop, outermost first: bounds that depend on loops around are taken in the middle
 * of these. */
void pme__find_trips(const pme_concrete *concrete, const pme_nest_order *nest, double trips[PME_MOST_NEST_LOOPS]);

/* Where the loop begins, 0 where that is not a number. */
double pme__first_of(const pme_concrete_loop *loop);

/* The nest with its loops in this order. `trips`: as pme__find_trips gives them. */
void pme__footprint_of_order(const pme__nest_lines *body, const pme_nest_order *order, const double trips[],
                             pme__footprint_nest *out);

/* Misses of caches of so many lines (or of buffers of translations of so many pages) in which any line can stand
 * anywhere, least recently used ones leaving: the loops whose lines fit together fetch each of them once. */
void pme__estimate_misses(const pme__footprint_nest *nest, const double capacities_lines[], int count, double misses[]);

/* Lines of the whole nest, by how they come from the memory. Operations are left out. */
typedef struct pme__nest_streams {
  pme__stream_lines foreseen;
  double scattered;
} pme__nest_streams;

void pme__estimate_streams(const pme__footprint_nest *nest, pme__nest_streams *out);

/* Whether the innermost loop adds to one element over and over, and else whether each access stands still or goes on by
 * one element, as vectors need it. */
bool pme__sums_up_innermost(const pme__footprint_nest *nest);
bool pme__fits_vectors(const pme__footprint_nest *nest);

/* Of a nest whose innermost loop is unrolled in the one around it: accesses that are left in an iteration of that one,
 * and whether it can be done in vectors. */
double pme__accesses_left(const pme__footprint_nest *nest);
bool pme__fits_vectors_around(const pme__footprint_nest *nest);

/* Cycles that a core needs for reading and writing `vector` iterations of the innermost loop. */
double pme__cycles_of_vectors_in(const pme__footprint_nest *nest, int64_t vector);

/* Of the innermost loop, all together. */
double pme__count_iterations(const pme__footprint_nest *nest);

/* How often the innermost loop is entered. */
double pme__count_entries(const pme__footprint_nest *nest);

#endif
