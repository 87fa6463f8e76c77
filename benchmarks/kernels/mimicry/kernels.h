/* Kernels of mimicry's validation: OpenMP loops that record what they touch (record.h). */
#ifndef PMECACHE_BENCHMARKS_MIMICRY_KERNELS_H
#define PMECACHE_BENCHMARKS_MIMICRY_KERNELS_H

typedef struct kernel {
  const char *name;
  const char *what;
  void (*run)(void); /* inside a parallel region; loops are schedule(runtime) */
} kernel;

extern const kernel kernels[];
extern const int kernel_count;

/* Fills the data that kernels read, and restores what they write. */
void kernels_prepare(void);

#endif
