/* Many random programs, one after the other: what property tests share. */
#ifndef PMECACHE_TEST_PROPERTY_PROGRAMS_EACH_PROGRAM_H
#define PMECACHE_TEST_PROPERTY_PROGRAMS_EACH_PROGRAM_H

#include "test/property/programs/random_program.h"

#include <stdbool.h>

/* random_program_make and its kind. */
typedef void program_maker(uint64_t seed, const random_knobs *knobs, random_program *out);

/* What is asked of program `number`, counted from 0, that `seed` gives. */
typedef void program_judge(void *context, long number, uint64_t seed, const random_program *random);

/* A number of the environment. */
long setting(const char *name, long otherwise);

/* Asks about `usual` programs from `first_seed` on, or about as many as PMECACHE_TEST_PROGRAMS and from where
 * PMECACHE_TEST_SEED say. How many they were. */
long each_program(program_maker *make, const random_knobs *knobs, long usual, long first_seed, program_judge *judge,
                  void *context);

/* Whether bars of the errors are asked for. Not with PMECACHE_TEST_BARS=0 in the environment: where memory is looked at
 * (sanitizers), fewer programs do, and their errors say little. */
bool bars_are_asked(void);

#endif
