/* Advice for a program and a machine given as text: shared by the tests of advice. */
#ifndef PMECACHE_TEST_UNIT_ADVISE_ASKED_H
#define PMECACHE_TEST_UNIT_ADVISE_ASKED_H

#include "pmecache/advice.h"
#include "pmecache/arena.h"

#define CORE_I7 "corei7"
#define FOUR_CORES                                                                                                     \
  "cores=4;L1=32K,8,64,latency=4,throughput=4;L2=256K,8,64,latency=10,throughput=4;L3=8M,16,64,shared=4,latency=40,"   \
  "throughput=5;memory=160,throughput=6,core=10,scattered=20;transfer=80;issue=4;chain=4;divide=5;uncertainty=0.05;"   \
  "frequency=2G"

typedef struct asked {
  pme_program *program;
  pme_concrete *concrete;
  pme_arena *arena;
  pme_machine machine;
  const pme_advice *advice;
} asked;

/* Fails where there is no advice. */
asked ask(const char *program, const char *machine, int threads, pme_advise_options options);
void release(asked *a);

/* The advice of the only loop that has some. */
const pme_loop_advice *only(const asked *a);

#endif
