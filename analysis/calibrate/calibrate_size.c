/* What the system does not tell of the outermost cache: where chases through more and more memory begin to take as long
 * as from the memory. */
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
/* The first size for the share that one gets of a cache, of the level before it; shares above this are all of it. */
static const double first_share = 2, notable_share = 0.6;

/* A size above and below neighbours is a disturbance. */
int64_t calibrate_end_of_cache(const double *cycles, const int64_t *sizes, int count, double memory_cycles) {
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

typedef struct ladder {
  double cycles[MOST_STEPS], memory_cycles;
  int64_t sizes[MOST_STEPS];
  int count;
} ladder;

/* Latencies from the first size up to the last one, and of the memory, in memory of its own: huge pages, where there
 * are any, so that translations are not seen. How sure they are does not matter: a place on the ladder is sought. */
static void climb(bench *b, double first_bytes, int64_t last_bytes, ladder *out) {
  bench own = *b;
  out->count = 0;
  own.memory_bytes = most_bytes;
  own.memory = mmap(NULL, (size_t)own.memory_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  own.order = (int64_t *)pme_reallocate(NULL, (size_t)(own.memory_bytes / CALIBRATE_LINE_BYTES) * sizeof *own.order);
  if (own.memory != MAP_FAILED && own.order) {
#ifdef MADV_HUGEPAGE
    (void)madvise(own.memory, (size_t)own.memory_bytes, MADV_HUGEPAGE);
#endif
    out->memory_cycles = calibrate_memory_latency(&own);
    for (double bytes = first_bytes; out->count < MOST_STEPS && bytes <= (double)last_bytes; bytes *= step) {
      out->sizes[out->count] = (int64_t)bytes / 4096 * 4096;
      out->cycles[out->count] = calibrate_latency(&own, out->sizes[out->count]);
      out->count++;
    }
  }
  if (own.memory != MAP_FAILED)
    munmap(own.memory, (size_t)own.memory_bytes);
  pme_reallocate(own.order, 0);
  b->number = own.number;
}

void calibrate_find_cache(bench *b) {
  pme_machine *m = &b->machine;
  ladder l = {.count = 0};
  if (m->level_count < PME_MAX_LEVELS)
    climb(b, first_size * (double)m->levels[m->level_count - 1].size_bytes, most_bytes, &l);
  int64_t found = calibrate_end_of_cache(l.cycles, l.sizes, l.count, l.memory_cycles);
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

/* A machine of its own gets all of its outermost cache, a virtual one what others leave it. */
void calibrate_find_share(bench *b) {
  int outermost = b->machine.level_count - 1;
  pme_cache_level *level = &b->machine.levels[outermost];
  if (outermost < 1 || level->size_bytes > most_bytes)
    return;
  ladder l;
  climb(b, first_share * (double)b->machine.levels[outermost - 1].size_bytes, level->size_bytes, &l);
  int64_t found = calibrate_end_of_cache(l.cycles, l.sizes, l.count, l.memory_cycles);
  int64_t way_bytes = (int64_t)level->line_bytes * level->associativity;
  int64_t share = found ? rounded_size(found) / way_bytes * way_bytes : 0;
  if (share < way_bytes || (double)share > notable_share * (double)level->size_bytes)
    return;
  snprintf(b->machine.untold, sizeof b->machine.untold,
           "the system tells %.4g MB of %s; %.3g MB of them were had while this was measured",
           (double)level->size_bytes / 1048576, level->name, (double)share / 1048576);
  level->told_bytes = level->size_bytes;
  level->size_bytes = share;
}
