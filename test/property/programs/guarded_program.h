/* Random programs whose bodies stand behind guards: guards that exclude each other (`t % 2 ? a : b`, both halves of a
 * product, red and black points), and flat loops over the product of several extents, whose digits are guarded. */
#ifndef PMECACHE_TEST_PROPERTY_PROGRAMS_GUARDED_PROGRAM_H
#define PMECACHE_TEST_PROPERTY_PROGRAMS_GUARDED_PROGRAM_H

#include "test/property/programs/random_program.h"

/* Of `knobs` only max_accesses (about) and with_bases count. */
void guarded_program_make(uint64_t seed, const random_knobs *knobs, random_program *out);

#endif
