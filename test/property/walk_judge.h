/* The walk against a forward simulation, access by access, and against the simulator. What differs fails the test. */
#ifndef PMECACHE_TEST_PROPERTY_WALK_JUDGE_H
#define PMECACHE_TEST_PROPERTY_WALK_JUDGE_H

#include "test/property/walk_subject.h"

/* Every decision at a level, every certified class, what is counted in place of walked, and weights of classes. */
void check_level(uint64_t seed, const subject *s, const forward_run *run, int level, tally *t);

/* Executions counted without running agree with those that ran. */
void check_counts(uint64_t seed, const subject *s, const forward_run *run);

/* Misses of the forward simulation are those of the simulator, where nothing is left out of the program. */
void check_simulator(uint64_t seed, const subject *s, const forward_run *run, tally *t);

#endif
