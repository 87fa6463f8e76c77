/* A program given as text, simulated on a machine given as text: shared by the tests of the simulator. */
#ifndef PMECACHE_TEST_UNIT_SIMULATOR_SIMULATED_H
#define PMECACHE_TEST_UNIT_SIMULATOR_SIMULATED_H

#include "simulator/simulator.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))
#define ROOMY "cores=4;L1=1M,16,64" /* private, nothing is ever evicted */
#define ROOMY_SHARED "cores=4;L1=1M,16,64,shared=4"

typedef struct simulated {
  pme_program *program;
  pme_machine machine;
  pme_concrete *concrete;
  pme_arena *arena;
  pme_prediction *prediction;
  pme_error error;
  pme_status status;
} simulated;

void simulate(simulated *s, const char *body, const char *machine, const pme_simulate_options *options);

void forget(simulated *s);

#endif
