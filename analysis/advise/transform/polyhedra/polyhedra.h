/* What libpmecache_transform.so does with integer sets: the dependences of a nest of loops, and of loops beside each other.
 *
 * The library is the one place that uses isl. It is a shared object of its own because libLLVM exports the isl that
 * Polly brings: a plugin that linked with Debian's isl would call parts of both. It is opened at run time (library.h),
 * and this table is all that is known of it.
 */
#ifndef PMECACHE_ANALYSIS_ADVISE_TRANSFORM_POLYHEDRA_H
#define PMECACHE_ANALYSIS_ADVISE_TRANSFORM_POLYHEDRA_H

#include "pmecache/concrete.h"

enum { PME__POLYHEDRA_INTERFACE = 2, PME__MOST_DIRECTIONS = 243 };
#define PME__POLYHEDRA_SYMBOL "pme__polyhedra_table"

typedef struct pme__nest_access {
  int memory;         /* accesses of different memories never meet */
  int64_t base_bytes; /* where its array begins in that memory */
  int64_t size_bytes;
  const pme_affine *offset_bytes;
  bool is_write;
  int guard_count;
  const pme_concrete_guard *const *guards; /* around it, inside of the nest */
} pme__nest_access;

/* `loop_count` loops, outermost first, inside of `outer_count` others that stand still. Accesses are in the order of the
 * body, those between the loops are taken to stand in the body. */
typedef struct pme__nest {
  int outer_count, loop_count;
  const pme_concrete_loop *const *loops; /* the outer ones, then those of the nest */
  int access_count;
  const pme__nest_access *accesses;
} pme__nest;

/* How iterations that touch the same bytes, one of them writing, lie to each other, in the order in which they run:
 * the later one is further on in a loop (1), in the same iteration of it (0) or further back (-1). */
typedef struct pme__direction {
  int from, to; /* accesses of which this is so, perhaps among others: the earlier and the later one */
  signed char signs[PME_MOST_NEST_LOOPS];
} pme__direction;

typedef struct pme__directions {
  int count; /* each is different, none is all zero */
  pme__direction all[PME__MOST_DIRECTIONS];
} pme__directions;

/* An access and all loops around it, outermost first. */
typedef struct pme__placed_access {
  pme__nest_access access;
  int loop_count;
  const pme_concrete_loop *const *loops;
} pme__placed_access;

/* Two pieces of code, one behind the other: bodies of loops of the same iterations, or two parts of one body. Inside of
 * `outer_count` loops that stand still, each is in `common_count` loops by which iterations of both are compared. */
typedef struct pme__neighbours {
  int outer_count, common_count;
  int first_count, second_count;
  const pme__placed_access *first, *second;
} pme__neighbours;

typedef enum pme__examined { PME__EXAMINED, PME__EXAMINED_OVER_BUDGET, PME__EXAMINED_FAILED } pme__examined;

typedef struct pme__polyhedra {
  int interface; /* PME__POLYHEDRA_INTERFACE of the library */
  const char *(*version)(void);
  /* All directions in which the nest has dependences; `most_operations` of isl bounds the effort. */
  pme__examined (*find_directions)(const pme__nest *nest, unsigned long most_operations, pme__directions *out);
  /* How iterations of the second piece lie to those of the first that touch the same bytes: further on in a common loop
   * (1), in the same iteration of it (0), or further back (-1). All zero is a direction, too. */
  pme__examined (*find_between)(const pme__neighbours *neighbours, unsigned long most_operations, pme__directions *out);
} pme__polyhedra;

#endif
