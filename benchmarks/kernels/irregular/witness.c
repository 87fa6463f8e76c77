/* The witness for what pmecache measures: it shares no code with it.
 *
 * A kernel that is compiled with -fsanitize-coverage=trace-loads,trace-stores calls a function for each load and store.
 * Those inside parallel regions are simulated, in one thread, as they come:
 *
 *   WITNESS_CACHES=64x8,512x8    true LRU with so many sets x ways, set = line mod sets; 1xN is fully associative
 *   WITNESS_OUT=FILE             "accesses N", then for each cache "SETSxWAYS misses N"
 *
 * Accesses of the stack are left out: they are the slots in which the compiler hands captured scalars to a region,
 * which are no accesses of the source; the kernels have no arrays there.
 */
#define _GNU_SOURCE /* pthread_getattr_np */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { LINE_BYTES = 64, MOST_CACHES = 24, FEW_WAYS = 64 };

int omp_get_level(void);

/* Few ways: each set is a row of lines, newest first. Many ways, one set: lines in a list, newest first, and a table to
 * find them. */
typedef struct cache {
  uint64_t sets, ways, misses;
  uint64_t *rows;
  uint32_t *newer, *older, *slot_of_hash, *next_of_hash;
  uint64_t *line_of;
  uint32_t used, newest, oldest;
} cache;

static cache caches[MOST_CACHES];
static int cache_count;
static uint64_t accesses;
static uintptr_t stack_low, stack_high;

static void *zeros(size_t count, size_t size) {
  void *memory = calloc(count, size);
  if (!memory) {
    fputs("witness: out of memory\n", stderr);
    exit(2);
  }
  return memory;
}

static void reference_row(cache *c, uint64_t line) {
  uint64_t *row = c->rows + line % c->sets * c->ways;
  uint64_t place = 0;
  while (place < c->ways && row[place] != line)
    place++;
  if (place == c->ways) {
    c->misses++;
    place--;
  }
  for (; place > 0; place--)
    row[place] = row[place - 1];
  row[0] = line;
}

/* ---- fully associative; slots count from 1, 0 is none ---- */

static uint32_t *bucket_of(cache *c, uint64_t line) {
  return &c->slot_of_hash[line * UINT64_C(0x9e3779b97f4a7c15) >> 32 & (2 * c->ways - 1)];
}

static void unlink_slot(cache *c, uint32_t slot) {
  *(c->newer[slot] ? &c->older[c->newer[slot]] : &c->newest) = c->older[slot];
  *(c->older[slot] ? &c->newer[c->older[slot]] : &c->oldest) = c->newer[slot];
}

static void link_newest(cache *c, uint32_t slot) {
  c->newer[slot] = 0;
  c->older[slot] = c->newest;
  *(c->newest ? &c->newer[c->newest] : &c->oldest) = slot;
  c->newest = slot;
}

static void forget_oldest(cache *c) {
  uint32_t slot = c->oldest, *at = bucket_of(c, c->line_of[slot]);
  while (*at != slot)
    at = &c->next_of_hash[*at];
  *at = c->next_of_hash[slot];
}

static void reference_list(cache *c, uint64_t line) {
  uint32_t *bucket = bucket_of(c, line), slot = *bucket;
  while (slot && c->line_of[slot] != line)
    slot = c->next_of_hash[slot];
  if (!slot) {
    c->misses++;
    if (c->used < c->ways) {
      slot = ++c->used;
    } else {
      slot = c->oldest;
      forget_oldest(c);
      unlink_slot(c, slot);
    }
    c->line_of[slot] = line;
    c->next_of_hash[slot] = *bucket;
    *bucket = slot;
  } else {
    unlink_slot(c, slot);
  }
  link_newest(c, slot);
}

/* ---- the trace ---- */

static void touch(uintptr_t address, size_t bytes) {
  if (omp_get_level() == 0 || (address >= stack_low && address < stack_high))
    return;
  accesses++;
  for (uint64_t line = address / LINE_BYTES; line <= (address + bytes - 1) / LINE_BYTES; line++)
    for (int i = 0; i < cache_count; i++)
      (caches[i].rows ? reference_row : reference_list)(&caches[i], line);
}

#define CALLBACK(bytes)                                                                                                \
  void __sanitizer_cov_load##bytes(void *address);                                                                     \
  void __sanitizer_cov_store##bytes(void *address);                                                                    \
  void __sanitizer_cov_load##bytes(void *address) { touch((uintptr_t)address, bytes); }                                \
  void __sanitizer_cov_store##bytes(void *address) { touch((uintptr_t)address, bytes); }
CALLBACK(1)
CALLBACK(2)
CALLBACK(4)
CALLBACK(8)
CALLBACK(16)

/* ---- begin and end ---- */

static void open_cache(uint64_t sets, uint64_t ways) {
  cache *c = &caches[cache_count++];
  c->sets = sets;
  c->ways = ways;
  if (ways <= FEW_WAYS) {
    c->rows = zeros(sets * ways, sizeof *c->rows);
    return;
  }
  if (sets != 1 || (ways & (ways - 1))) {
    fputs("witness: more than 64 ways only in one set, and a power of two\n", stderr);
    exit(2);
  }
  c->newer = zeros(ways + 1, sizeof *c->newer);
  c->older = zeros(ways + 1, sizeof *c->older);
  c->next_of_hash = zeros(ways + 1, sizeof *c->next_of_hash);
  c->slot_of_hash = zeros(2 * ways, sizeof *c->slot_of_hash);
  c->line_of = zeros(ways + 1, sizeof *c->line_of);
}

static void finish(void) {
  const char *path = getenv("WITNESS_OUT");
  FILE *out = path ? fopen(path, "w") : NULL;
  if (!out) {
    fputs("witness: WITNESS_OUT names no file that can be written\n", stderr);
    return;
  }
  fprintf(out, "accesses %llu\n", (unsigned long long)accesses);
  for (int i = 0; i < cache_count; i++)
    fprintf(out, "%llux%llu misses %llu\n", (unsigned long long)caches[i].sets, (unsigned long long)caches[i].ways,
            (unsigned long long)caches[i].misses);
  fclose(out);
}

__attribute__((constructor)) static void start(void) {
  pthread_attr_t attributes;
  void *low;
  size_t bytes;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    pthread_attr_getstack(&attributes, &low, &bytes);
    stack_low = (uintptr_t)low;
    stack_high = stack_low + bytes;
    pthread_attr_destroy(&attributes);
  }
  const char *text = getenv("WITNESS_CACHES");
  while (text && *text && cache_count < MOST_CACHES) {
    char *end;
    uint64_t sets = strtoull(text, &end, 10);
    uint64_t ways = *end == 'x' ? strtoull(end + 1, &end, 10) : 0;
    if (sets == 0 || ways == 0)
      break;
    open_cache(sets, ways);
    text = *end == ',' ? end + 1 : end;
  }
  atexit(finish);
}
