/* Times a kernel of benchmarks/, one call at a time, on request.
 *
 * Linked with a kernel that was compiled with -Dmain=kernel_main, and built itself with -DKERNEL=its function. The
 * kernel's main fills the arrays and prints its line; after that each line `THREADS` of standard input runs the kernel
 * once and answers with two numbers: seconds by the clock, and of processor time. Before each call all static data
 * leaves the caches: predictions start with cold ones.
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

enum { LINE_BYTES = 64 };

int kernel_main(void);
void KERNEL(void);

/* Of the linker: initialised data, then what starts as zero. */
extern char __data_start[], _end[];

static double seconds_of(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#if defined(__x86_64__)
static void empty_caches(void) {
  for (char *at = __data_start; at < _end; at += LINE_BYTES)
    _mm_clflush(at);
  _mm_mfence();
}
#else
/* No portable way to say it: reading far more than the caches hold. */
static void empty_caches(void) {
  static volatile char other[256 << 20];
  for (size_t i = 0; i < sizeof other; i += LINE_BYTES)
    other[i]++;
}
#endif

/* The team is there and awake: programs that matter start more than one region. */
static void wake_team(void) {
#pragma omp parallel
  (void)omp_get_thread_num();
}

int main(void) {
  char line[32];
  kernel_main();
  fflush(stdout);
  while (fgets(line, sizeof line, stdin)) {
    omp_set_num_threads(atoi(line));
    empty_caches();
    wake_team();
    double start_s = seconds_of(CLOCK_MONOTONIC), processor_s = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    KERNEL();
    processor_s = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - processor_s;
    printf("%.9f %.9f\n", seconds_of(CLOCK_MONOTONIC) - start_s, processor_s);
    fflush(stdout);
  }
  return 0;
}
