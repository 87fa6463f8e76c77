/* How far the analytical concurrent profiles are from the merged stream. */
#ifndef PMECACHE_TEST_PROPERTY_CONCURRENT_CONCURRENT_ACCURACY_H
#define PMECACHE_TEST_PROPERTY_CONCURRENT_CONCURRENT_ACCURACY_H

#include <stdio.h>

#include "analysis/shared_caches/concurrent.h"
#include "analysis/shared_caches/interleave.h"
#include "test/property/concurrent/sharing_workloads.h"

typedef struct profile_error {
  double nrmse;     /* on log bins, normalised by the range of the estimate; 0.01 = 1 % */
  double miss_rate; /* mean absolute error at 32, 128, 512 and 1024 lines */
  double mass;      /* of the estimate: 1 for a probability distribution */
} profile_error;

profile_error profile_error_between(const pme__concurrent_profile *truth, const pme__concurrent_profile *estimate);

/* The exact combined profile of the merged stream, in `arena`. */
void measure_merged(const pme__streams *streams, pme__merge_order order, uint64_t seed, pme_arena *arena,
                    pme__concurrent_profile *out);

enum { ACCURACY_METHODS = 8 };
/* rdfp class union noshare printed markov rr skewed. False when the method does not exist. */
bool estimate_profile(const char *method, const pme__streams *streams, pme_arena *arena, pme__concurrent_profile *out,
                      double *seconds);

typedef struct accuracy_options {
  uint32_t threads[8];
  int thread_counts;
  const char *methods;  /* names with commas between */
  const char *workload; /* NULL: all */
} accuracy_options;

/* Writes the table; 0, or 1 when a method does not exist. */
int accuracy_table(const accuracy_options *options, FILE *out);
/* Whether all these names, with commas between, are methods, and there is one. */
bool accuracy_methods_known(const char *methods);

/* Largest error of the miss rate of private, coherent caches of any size: by write footprints, and by Eqs 19 to 24
 * repaired and printed. */
enum { COHERENT_METHODS = 3 };
void coherent_errors(const pme__streams *streams, double errors[COHERENT_METHODS]);
void coherent_table(const accuracy_options *options, FILE *out);

/* Of the interval over interleavings at 32, 128, 512 and 1024 lines: its largest width, and how far a round robin, a
 * uniform and `starts` other skewed runs lie outside of it at most. */
typedef struct interval_error {
  double width, outside;
} interval_error;
interval_error interval_error_of(const pme__streams *streams, int starts);
void interval_table(const accuracy_options *options, FILE *out);

#endif
