/* What all measurements of a calibration share. Private to analysis/calibrate. */
#ifndef PMECACHE_ANALYSIS_CALIBRATE_CALIBRATE_BENCH_H
#define PMECACHE_ANALYSIS_CALIBRATE_CALIBRATE_BENCH_H

#include "calibrate.h"

enum { CALIBRATE_LINE_BYTES = 64 };

typedef struct bench {
  pme_machine machine;
  calibrate_progress *progress;
  void *context;
  int number, count; /* of measurements */
  double *numbers;   /* the same as: */
  char *memory;
  int64_t *order;             /* of the places of a ring */
  int64_t places;             /* in it */
  int64_t stride;             /* bytes between neighbours in the memory */
  const int64_t *place_bytes; /* where places are in it, if not at a stride; NULL: they are */
  void *at;                   /* place in the ring */
  int64_t memory_bytes;
  double cycles_per_second, spread;
  char least_sure[48]; /* the measurement with that spread */
} bench;

/* One run: seconds a unit of work. */
typedef double bench_run(bench *b, const void *argument);

/* What an eighth of some runs is faster than, in cycles (before the frequency is known: in seconds). */
double bench_measure(bench *b, const char *what, bench_run *run, const void *argument);
/* The fastest of some runs, of what threads do together: that a busy machine lets them wait for each other does not
 * count as spread. */
double bench_fastest(bench *b, const char *what, bench_run *run, const void *argument);
double bench_now_s(void);

/* Latencies and throughputs of all levels and of the memory; how many measurements that takes. */
void calibrate_lines(bench *b);
int calibrate_lines_count(const pme_machine *host);
/* Latency of a ring through so many bytes, and of one that no cache holds. */
double calibrate_latency(bench *b, int64_t bytes);
double calibrate_memory_latency(bench *b);

/* A ring through so many places in random order; chases through it, one at a time and twelve at once. */
void calibrate_make_ring(bench *b, int64_t places);
char *calibrate_place(const bench *b, int64_t number);
bench_run calibrate_run_chase, calibrate_run_scattered;

/* Translations of pages: how many a core keeps, and what others cost; measurements that it takes, at most. */
enum { CALIBRATE_PAGES = 26 };
void calibrate_pages(bench *b);
/* The count at which half of what the last one takes more than the first is there, between the two counts around it. */
double calibrate_half_way(const double *cycles, const int *counts, int count);

/* Where the system does not tell the outermost levels of the host (pme_machine.untold): adds one if chases find it, and
 * says so there. */
enum { CALIBRATE_SIZES = 17 }; /* measurements that it takes, at most */
void calibrate_find_cache(bench *b);
/* Where it tells them: makes the outermost one as large as what chases find of it, and says so there. */
void calibrate_find_share(bench *b);
/* The largest size of a ladder from which lines come in less than the middle, as ratios go, between the nearest ones
 * and the memory; 0: there is no such cache, or it does not end on the ladder. */
int64_t calibrate_end_of_cache(const double *cycles, const int64_t *sizes, int count, double memory_cycles);

/* A branch that is guessed wrong. */
bench_run calibrate_run_branch;

/* Calls of the mathematical library, as a multiple of library_functions.def's cycles. */
bench_run calibrate_run_library;

/* What the OpenMP runtime, the library `path` (NULL: the one that a program gets), takes for a team of all cores and for
 * a chunk of a dynamic schedule; unknown where there is no such library, with one core, and where it gives another team.
 * To be measured last: its threads spin for a while when a team has ended. */
enum { CALIBRATE_RUNTIME = 2 };
void calibrate_runtime(bench *b, const char *path);

/* Memory that they want. */
int64_t calibrate_lines_bytes(const pme_machine *host);

#endif
