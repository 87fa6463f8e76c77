/* Small parallel programs with known ways of sharing, as streams of references; the same for the same seed.
 *
 *   irm       references at random: a share f of them to 400 common lines, the others to 400 lines of the thread
 *   loguni    the same with 600 + 600 lines whose popularity is about 1 / rank
 *   cyclic    sweeps over 256 common lines and over 256 lines of the thread
 *   matmul    64 x 64 doubles, rows of C dealt out: lock-step sharing of B
 *   stencil   four sweeps of a 5-point stencil over 130 x 130 doubles, rows dealt out: shared rows at the borders
 *   histogram counts into 512 common lines
 *   asym      threads of four kinds with different numbers of references
 */
#ifndef PMECACHE_TEST_PROPERTY_CONCURRENT_SHARING_WORKLOADS_H
#define PMECACHE_TEST_PROPERTY_CONCURRENT_SHARING_WORKLOADS_H

#include "analysis/shared_caches/concurrent_lines.h"

typedef enum workload_kind { IRM, LOGUNI, CYCLIC, MATMUL, STENCIL, HISTOGRAM, ASYM } workload_kind;

typedef struct sharing_workload {
  const char *name;
  workload_kind kind;
  double shared; /* f: share of the references that go to common lines */
} sharing_workload;

enum { SHARING_WORKLOADS = 16 };
extern const sharing_workload sharing_workloads[SHARING_WORKLOADS];

/* The references of each thread, in memory: thread t has reference[t][0 .. count[t] - 1]. */
typedef struct team_trace {
  uint32_t threads;
  uint64_t *count, *next;
  pme__line_reference **reference;
} team_trace;

/* Free with team_trace_close. Ends the program when memory is exhausted. */
team_trace team_trace_make(const sharing_workload *workload, uint32_t threads, uint64_t seed);
void team_trace_close(team_trace *trace);
/* The trace as streams; it must outlive them. */
pme__streams team_trace_streams(team_trace *trace);

/* The same for a list of references per thread, given as text: "abc,bd" are two threads; capital letters write the line
 * of the small letter. */
team_trace team_trace_of_text(const char *text);

#endif
