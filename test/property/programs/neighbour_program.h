/* Random programs of threads that read the rows of their neighbours in each sweep and write their own: what a cache
 * holds of others' rows is invalidated before it is looked for again, and the ways that it leaves are where own rows
 * stay. The machine has one private level that is nearly filled by what a thread touches in a sweep. */
#ifndef PMECACHE_TEST_PROPERTY_PROGRAMS_NEIGHBOUR_PROGRAM_H
#define PMECACHE_TEST_PROPERTY_PROGRAMS_NEIGHBOUR_PROGRAM_H

#include "test/property/programs/random_program.h"

/* All arrays have bases; `knobs` do not count. */
void neighbour_program_make(uint64_t seed, const random_knobs *knobs, random_program *out);

#endif
