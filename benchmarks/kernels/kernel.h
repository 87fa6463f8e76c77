/* Shared by the kernels: what each needs to be a program of its own.
 *
 * A kernel file holds one function with one parallel loop over arrays of file scope, sizes as macros, and a small main
 * that fills the arrays, calls the function and prints a checksum and the time. Sizes and schedule are chosen with
 * -DN=... and -DSCHEDULE=static,4 (default: static).
 */
#ifndef PMECACHE_BENCHMARKS_KERNEL_H
#define PMECACHE_BENCHMARKS_KERNEL_H

#include <stddef.h>
#include <stdio.h>
#include <time.h>

#ifndef SCHEDULE
#define SCHEDULE static
#endif

/* Arrays start at lines of the cache: where rows are whole lines, the place in the line decides how many lines a block
 * of columns covers, and with it, at some sizes, a third of the misses. */
#define KERNEL_LINE_BYTES 64

static inline double kernel_seconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Small whole numbers, so that sums are exact in any order and a checksum tells whether the kernel is right. */
static inline void kernel_fill(double *values, size_t count, unsigned seed) {
  for (size_t i = 0; i < count; i++) {
    seed = seed * 1664525u + 1013904223u;
    values[i] = (double)(seed >> 29);
  }
}

static inline double kernel_sum(const double *values, size_t count) {
  double sum = 0;
  for (size_t i = 0; i < count; i++)
    sum += values[i];
  return sum;
}

/* One line: what a run gave. */
static inline void kernel_report(const char *name, double seconds, double checksum) {
  printf("%s: checksum %.0f, %.3f s\n", name, checksum, seconds);
}

#endif
