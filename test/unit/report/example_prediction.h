/* A prediction that is filled by hand: shared by the tests of reports. */
#ifndef PMECACHE_TEST_UNIT_REPORT_EXAMPLE_PREDICTION_H
#define PMECACHE_TEST_UNIT_REPORT_EXAMPLE_PREDICTION_H

#include "pmecache/arena.h"
#include "pmecache/prediction.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* Matrix a is written along rows, c read down columns, in a parallel loop; a second one is not modelled. */
extern const char example[];
/* The machine of `make`. */
extern pme_machine corei7;

typedef struct fixture {
  pme_program *program;
  pme_concrete *concrete;
  pme_arena *arena;
  pme_prediction *prediction;
} fixture;

/* An empty prediction of a program, and numbers for that of `example`. */
fixture make(const char *text);
void fill(pme_prediction *prediction);
void drop(fixture *f);

/* Exact numbers of the walk. */
pme_misses misses_of(double accesses, double cold, double self, double others);

#endif
