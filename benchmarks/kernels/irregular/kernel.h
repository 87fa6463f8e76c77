/* Irregular kernels: OpenMP loops whose addresses or lengths come from data. Each file has a kernel and what fills its
 * arrays; driver.c has main:
 *
 *   KERNEL [SIZE]
 *
 * Sizes of the data grow in proportion to SIZE. Data come from a fixed seed and stand at fixed addresses, so that two
 * builds of a kernel touch the same lines, and a simulation of one can be compared with a measurement of the other.
 */
#ifndef PMECACHE_BENCHMARKS_IRREGULAR_KERNEL_H
#define PMECACHE_BENCHMARKS_IRREGULAR_KERNEL_H

#include <stddef.h>
#include <stdint.h>

/* Of each kernel. */
extern const int kernel_default_size;
void kernel_prepare(int size);
void kernel_run(int size);
uint64_t kernel_checksum(void);

/* Of the driver. Memory on a page border, zero, never freed; ends the program when there is none. */
void *place(size_t bytes);
/* What has been placed becomes zero and is forgotten, as are random numbers: kernel_prepare may be called again. */
struct placed {
  char *begin, *end;
} start_over(void);
/* A random number below `below`, from the seed on always the same ones. */
uint32_t draw(uint32_t below);

/* As in omp.h, which not every compiler brings along. */
int omp_get_thread_num(void);
int omp_get_max_threads(void);

#endif
