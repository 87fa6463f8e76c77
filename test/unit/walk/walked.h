/* What the walk engine alone answers for a program and a machine given as text. */
#ifndef PMECACHE_TEST_UNIT_WALK_WALKED_H
#define PMECACHE_TEST_UNIT_WALK_WALKED_H

#include "analysis/model/walk/estimate/walk.h"

typedef struct answer {
  pme_program *program;
  pme_concrete *concrete;
  pme_machine machine;
  pme_arena *arena;
  pme_prediction *prediction;
  pme_status status;
  double effort_ms; /* of the request; 0: usual */
  double target_misses;
  bool coherence;
  pme__walk_statistics statistics[PME_MAX_LEVELS];
} answer;

/* Fails where a text cannot be read. */
void prepare(answer *a, const char *text, const char *machine, int threads);
void predict(answer *a);
void release(answer *a);

#endif
