/* Random programs around collapsed loops whose extents vary: with loops outside (LU factorisation), with each other
 * (triangles, bands), or with both, in teams that go round an outer loop. */
#ifndef PMECACHE_TEST_PROPERTY_PROGRAMS_COLLAPSED_PROGRAM_H
#define PMECACHE_TEST_PROPERTY_PROGRAMS_COLLAPSED_PROGRAM_H

#include "test/property/programs/random_program.h"

/* Of `knobs` only max_accesses (about), with_bases and static_only count. */
void collapsed_program_make(uint64_t seed, const random_knobs *knobs, random_program *out);

#endif
