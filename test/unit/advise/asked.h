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

/* Lines of y hold 8 elements: with chunks of 1 the threads write into each other's lines, 100 times. */
#define SHARING                                                                                                        \
  "pme 1\nfunction f\narray y element 8 base 0\nloop t = 0 .. 99\n"                                                    \
  "loop i = 0 .. 4095 parallel schedule static 1 work 2\nwrite y @ 8*i\nend\nend\n"
/* The last iterations have most to do. */
#define TRIANGLE                                                                                                       \
  "pme 1\nfunction f\narray a element 8 base 0\narray b element 8 base 16777216\n"                                     \
  "loop i = 0 .. 999 parallel work 1\nloop j = 0 .. i work 2\nread a @ 8*i + 8*j\nend\n"                               \
  "write b @ 64*i\nend\n"

typedef struct asked {
  pme_program *program;
  pme_concrete *concrete;
  pme_arena *arena;
  pme_machine *machine; /* in the arena: predictions point to it */
  const pme_advice *advice;
} asked;

/* Fails where there is no advice. */
asked ask(const char *program, const char *machine, int threads, pme_advise_options options);
void release(asked *a);

/* The advice of the only loop that has some. */
const pme_loop_advice *only(const asked *a);

#endif
