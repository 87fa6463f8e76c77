/* Times an irregular kernel, one call at a time, on request.
 *
 *   TIMER SIZE
 *
 * Linked with the kernel and with driver.c, whose main is another name there (-Dmain=driver_main). Each line `THREADS` of
 * standard input prepares the kernel anew, empties the caches of what it placed, runs it once and answers with two
 * numbers: seconds by the clock, and of processor time. The first line is the checksum of a run.
 */
#include <immintrin.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "kernel.h"

void omp_set_num_threads(int threads); /* as in omp.h */

enum { LINE_BYTES = 64 };

static double seconds_of(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void empty_caches(struct placed what) {
  for (char *at = what.begin; at < what.end; at += LINE_BYTES)
    _mm_clflush(at);
  _mm_mfence();
}

/* The team is there and awake: programs that matter start more than one region. */
static void wake_team(void) {
#pragma omp parallel
  (void)omp_get_thread_num();
}

int main(int argc, char **argv) {
  int size = argc > 1 ? atoi(argv[1]) : kernel_default_size;
  char line[32];
  start_over();
  kernel_prepare(size);
  kernel_run(size);
  printf("%" PRIu64 "\n", kernel_checksum());
  fflush(stdout);
  while (fgets(line, sizeof line, stdin)) {
    omp_set_num_threads(atoi(line));
    struct placed used = start_over();
    kernel_prepare(size);
    empty_caches(used);
    wake_team();
    double start_s = seconds_of(CLOCK_MONOTONIC), processor_s = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    kernel_run(size);
    processor_s = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - processor_s;
    printf("%.9f %.9f\n", seconds_of(CLOCK_MONOTONIC) - start_s, processor_s);
    fflush(stdout);
  }
  return 0;
}
