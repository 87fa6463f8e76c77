/* Random programs and machines for property tests: from a seed and a few knobs to a .pme text and a machine text.
 *
 * Equal seeds and knobs give equal texts. Sizes are chosen so that one execution issues at most about `max_accesses`
 * accesses, which keeps brute force affordable.
 */
#ifndef PMECACHE_TEST_PROPERTY_PROGRAMS_RANDOM_PROGRAM_H
#define PMECACHE_TEST_PROPERTY_PROGRAMS_RANDOM_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

typedef enum random_profile {
  /* One perfect rectangular nest of 1-4 loops from 0, step 1, the outermost parallel with a static schedule, 2-6
   * references with one loop (or none, or loop plus a constant) in each subscript: the closed form's home ground. */
  RANDOM_RECTANGULAR,
  /* Everything the format has: regions, nowait, all schedules, collapse, guards, triangular and tiled bounds, floor
   * divisions, steps of either sign, imperfect bodies, private arrays, groups, straddling accesses, time loops. */
  RANDOM_GENERAL
} random_profile;

typedef struct random_knobs {
  random_profile profile;
  int64_t max_accesses;     /* 0: 20000 */
  int max_threads;          /* 0: 16 */
  bool with_bases;          /* every array gets a base */
  bool with_heap;           /* half of the arrays without one are blocks of the heap */
  bool static_only;         /* no dynamic and guided schedules */
  bool on_demand_only;      /* no static ones */
  bool with_divisions;      /* half of the references, and many bounds, divide */
  bool with_thread_numbers; /* half of the linear references add a multiple of it */
  bool one_level;           /* the machine has one level, else one or two */
} random_knobs;

enum { RANDOM_PROGRAM_BYTES = 1 << 15, RANDOM_MACHINE_BYTES = 256 };

typedef struct random_program {
  char program[RANDOM_PROGRAM_BYTES]; /* .pme text */
  char machine[RANDOM_MACHINE_BYTES]; /* machine text; as many cores as the largest team */
} random_program;

void random_program_make(uint64_t seed, const random_knobs *knobs, random_program *out);

#endif
