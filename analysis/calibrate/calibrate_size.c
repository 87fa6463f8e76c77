/* A cache that the system does not tell: where chases through more and more memory begin to take as long as from the
 * memory. */
#define _GNU_SOURCE /* madvise, MAP_ANONYMOUS */
#include <math.h>
#include <stdio.h>
#include <sys/mman.h>

#include "calibrate_bench.h"
#include "pmecache/arena.h"

enum { MOST_STEPS = 16, ASSUMED_WAYS = 16 };
/* Of the outermost level that is told; the ladder goes up by a factor of sqrt(2). */
static const double first_size = 4, step = 1.41421356;
static const int64_t most_bytes = (int64_t)1 << 28;
/* A cache is there where what it has comes in less than this share of the time that the memory takes. */
static const double notably_nearer = 0.6;

/* The largest size of the ladder from which lines come in less than the middle, as ratios go, between the nearest ones
 * and the memory; 0: there is no such cache. A size above and below neighbours is a disturbance. */
static int64_t size_where_it_ends(const double *cycles, const int64_t *sizes, int count, double memory_cycles) {
  if (count < 2 || cycles[0] > notably_nearer * memory_cycles)
    return 0;
  double middle = sqrt(cycles[0] * memory_cycles);
  int last = 0;
  for (int i = 1; i < count; i++)
    if (cycles[i] < middle)
      last = i;
  return last + 1 < count ? sizes[last] : 0;
}

/* Sizes of caches are few times a power of two: the nearest of 1, 1.5 times. */
static int64_t rounded_size(int64_t bytes) {
  int64_t power = 1;
  while (power * 2 <= bytes)
    power *= 2;
  double ratio = (double)bytes / (double)power;
  return ratio < 1.22 ? power : ratio < 1.73 ? power / 2 * 3 : 2 * power;
}

/* Latencies of the ladder and of the memory, in memory of its own: huge pages, where there are any, so that
 * translations are not seen. The number of sizes; 0: there is no memory for it. */
static int climb(const bench *b, double *cycles, int64_t *sizes, double *memory_cycles) {
  bench own = *b;
  int count = 0;
  own.memory_bytes = most_bytes;
  own.memory = mmap(NULL, (size_t)own.memory_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  own.order = (int64_t *)pme_reallocate(NULL, (size_t)(own.memory_bytes / CALIBRATE_LINE_BYTES) * sizeof *own.order);
  if (own.memory != MAP_FAILED && own.order) {
#ifdef MADV_HUGEPAGE
    (void)madvise(own.memory, (size_t)own.memory_bytes, MADV_HUGEPAGE);
#endif
    *memory_cycles = calibrate_memory_latency(&own);
    double bytes = first_size * (double)b->machine.levels[b->machine.level_count - 1].size_bytes;
    for (; count < MOST_STEPS && bytes <= (double)most_bytes; count++, bytes *= step) {
      sizes[count] = (int64_t)bytes / 4096 * 4096;
      cycles[count] = calibrate_latency(&own, sizes[count]);
    }
  }
  if (own.memory != MAP_FAILED)
    munmap(own.memory, (size_t)own.memory_bytes);
  pme_reallocate(own.order, 0);
  return count;
}

void calibrate_find_cache(bench *b) {
  pme_machine *m = &b->machine;
  double cycles[MOST_STEPS], memory_cycles = 0;
  int64_t sizes[MOST_STEPS];
  int count = m->level_count < PME_MAX_LEVELS ? climb(b, cycles, sizes, &memory_cycles) : 0;
  int64_t found = size_where_it_ends(cycles, sizes, count, memory_cycles);
  if (found == 0) {
    snprintf(m->untold, sizeof m->untold, "no cache was found behind L%d", m->level_count);
    return;
  }
  pme_cache_level *level = &m->levels[m->level_count++];
  *level = (pme_cache_level){.size_bytes = rounded_size(found),
                             .associativity = ASSUMED_WAYS,
                             .line_bytes = m->levels[0].line_bytes,
                             .shared_by = m->cores};
  snprintf(level->name, sizeof level->name, "L%d", m->level_count);
  snprintf(m->untold, sizeof m->untold,
           "the size of L%d is where chases begin to take as long as from the memory; its %d ways, and that all cores "
           "share it, are assumed",
           m->level_count, ASSUMED_WAYS);
}
