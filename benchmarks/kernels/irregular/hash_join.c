/* Hash join: the smaller table is built partition by partition into chains, the larger one probes all of it. SIZE
 * tuples to build with, 4 * SIZE to probe with. */
#include "kernel.h"

enum { PARTITIONS = 64, PROBES_PER_TUPLE = 4 };
const int kernel_default_size = 32768;

typedef struct tuple {
  uint32_t key;
  uint32_t value;
} tuple;

static tuple *build_side, *probe_side;
static int *partition_begin, *head, *next;
static uint64_t total;

/* Buckets of a partition stand together. */
static inline uint32_t bucket_of(uint32_t key, uint32_t buckets) {
  return (uint32_t)((uint64_t)(key * 2654435761u) * buckets >> 32);
}

static int is_in(uint32_t key, int partition) { return (int)bucket_of(key, PARTITIONS) == partition; }

void kernel_prepare(int size) {
  uint32_t *keys = place(sizeof *keys * (size_t)size);
  build_side = place(sizeof *build_side * (size_t)size);
  probe_side = place(sizeof *probe_side * (size_t)size * PROBES_PER_TUPLE);
  partition_begin = place(sizeof *partition_begin * (PARTITIONS + 1));
  head = place(sizeof *head * (size_t)size);
  next = place(sizeof *next * (size_t)size);
  for (int i = 0; i < size; i++)
    keys[i] = draw((uint32_t)size * 2);
  for (int p = 0, at = 0; p < PARTITIONS; p++) {
    for (int i = 0; i < size; i++)
      if (is_in(keys[i], p))
        build_side[at++] = (tuple){keys[i], (uint32_t)i};
    partition_begin[p + 1] = at;
  }
  for (int i = 0; i < size * PROBES_PER_TUPLE; i++)
    probe_side[i] = (tuple){draw((uint32_t)size * 2), 1};
}

static void build(int buckets, const tuple *restrict from, const int *restrict begin, int *restrict heads,
                  int *restrict chain) {
#pragma omp parallel for schedule(dynamic)
  for (int p = 0; p < PARTITIONS; p++)
    for (int i = begin[p]; i < begin[p + 1]; i++) {
      uint32_t bucket = bucket_of(from[i].key, (uint32_t)buckets);
      chain[i] = heads[bucket];
      heads[bucket] = i + 1;
    }
}

static uint64_t probe(int count, int buckets, const tuple *restrict with, const tuple *restrict in,
                      const int *restrict heads, const int *restrict chain) {
  uint64_t sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < count; i++)
    for (int at = heads[bucket_of(with[i].key, (uint32_t)buckets)]; at; at = chain[at - 1])
      if (in[at - 1].key == with[i].key)
        sum += in[at - 1].value;
  return sum;
}

void kernel_run(int size) {
  build(size, build_side, partition_begin, head, next);
  total = probe(size * PROBES_PER_TUPLE, size, probe_side, build_side, head, next);
}

uint64_t kernel_checksum(void) { return total; }
