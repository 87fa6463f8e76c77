/* The inside of the reuse-distance engines.
 *
 * All lines stand in one list by their last use, the LRU stack. It is kept in layers:
 *
 *   recent  the FRONT_LINES most recent lines, an array that is searched and shifted (a hit costs no slot)
 *   slots   older lines. Slot = time: a bit is set when the slot is the last use of its line, so the lines after slot i
 *           are the set bits after i. They are counted with popcount in a block of 512 bits and a tree over the blocks.
 *
 * A line enters the slots when it falls out of `recent`, so the order of the slots is the order of the stack. When the
 * slots are used up, they are renumbered (compaction).
 *
 * For the bounded and hybrid engines the slots have two parts: from `low` on, all lines of the window; before it, the
 * lines of the sample. A line that leaves the window stays, as a member of the sample, or is forgotten.
 */
#ifndef PMECACHE_PROFILE_DISTANCE_INTERNAL_H
#define PMECACHE_PROFILE_DISTANCE_INTERNAL_H

#include <stdbool.h>

#include "distance.h"

enum { FRONT_LINES = 8, BLOCK_BITS = 512, BLOCK_WORDS = BLOCK_BITS / 64, PAGE_LINES = 64 };
#define NO_SLOT UINT32_MAX

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* Bits in time order. Blocks before that of `now` are counted in `tree` (Fenwick); the block of `now` is not. */
typedef struct slots {
  uint32_t size; /* a power of two, a multiple of BLOCK_BITS */
  uint32_t now;  /* next free slot */
  uint64_t live; /* bits set */
  uint64_t *bits;
  uint32_t *tree;  /* size / BLOCK_BITS + 1 nodes, from 1 */
  uint32_t *owner; /* the entry of the map that points here */
} slots;

pme_status pme__slots_open(slots *s, uint32_t size, const pme_allocator *allocator);
void pme__slots_close(slots *s, const pme_allocator *allocator);
/* The slots become `live` set bits from 0 on, with room for `size`. The caller has renumbered the owners. */
pme_status pme__slots_resize(slots *s, uint32_t size, const pme_allocator *allocator);
void pme__slots_reset(slots *s, uint32_t live);

ALWAYS_INLINE bool slots_full(const slots *s) { return s->now == s->size; }
ALWAYS_INLINE bool slots_test(const slots *s, uint32_t i) { return s->bits[i >> 6] >> (i & 63) & 1; }

/* Adds the block that ends before `now` to the tree. */
ALWAYS_INLINE void slots_finish_block(slots *s) {
  uint32_t block = (s->now >> 9) - 1, count = 0, nodes = s->size / BLOCK_BITS;
  for (uint32_t w = 0; w < BLOCK_WORDS; w++)
    count += (uint32_t)__builtin_popcountll(s->bits[block * BLOCK_WORDS + w]);
  for (uint32_t b = block + 1; b <= nodes; b += b & (0 - b))
    s->tree[b] += count;
}

ALWAYS_INLINE void slots_append(slots *s, uint32_t owner) {
  uint32_t n = s->now;
  if (n && n % BLOCK_BITS == 0)
    slots_finish_block(s);
  s->bits[n >> 6] |= UINT64_C(1) << (n & 63);
  s->owner[n] = owner;
  s->live++;
  s->now = n + 1;
}

/* Index of the block of the newest slot that has been filled: what is not in the tree yet. */
ALWAYS_INLINE uint32_t slots_open_block(const slots *s) { return s->now ? (s->now - 1) >> 9 : 0; }

ALWAYS_INLINE void slots_remove(slots *s, uint32_t i) {
  uint32_t block = i >> 9, nodes = s->size / BLOCK_BITS;
  s->bits[i >> 6] &= ~(UINT64_C(1) << (i & 63));
  s->live--;
  if (block != slots_open_block(s))
    for (uint32_t b = block + 1; b <= nodes; b += b & (0 - b))
      s->tree[b]--;
}

/* Set bits after slot i, whose own bit is set. */
ALWAYS_INLINE uint64_t slots_after(const slots *s, uint32_t i) {
  uint32_t word = i >> 6, block = i >> 9, open = slots_open_block(s);
  uint32_t end = (block + 1) * BLOCK_WORDS, last = ((s->now - 1) >> 6) + 1;
  bool is_near = open - block <= 2;
  if (is_near || end > last)
    end = last;
  uint64_t count = (uint64_t)__builtin_popcountll(s->bits[word] >> (i & 63)) - 1;
  for (uint32_t w = word + 1; w < end; w++)
    count += (uint64_t)__builtin_popcountll(s->bits[w]);
  if (is_near)
    return count;
  uint32_t before = 0;
  for (uint32_t b = block + 1; b; b -= b & (0 - b))
    before += s->tree[b];
  return count + (s->live - before);
}

/* ---- the map of the exact engine: pages of 64 lines ---- */

typedef struct page_map {
  uint64_t *keys;     /* page + 1; 0: empty */
  uint32_t *pages;    /* index of the page's row in `rows` */
  uint32_t *rows;     /* PAGE_LINES slots for each page */
  uint32_t key_count; /* a power of two */
  uint32_t used, row_room;
  uint64_t last_page;
  uint32_t last_row;
} page_map;

/* ---- the map of the other engines: lines, forgotten ones included until the next compaction ---- */

typedef struct line_entry {
  uint64_t key;  /* line + 1; 0: empty */
  uint32_t slot; /* of the last use; its bit is clear when the line was forgotten */
} line_entry;

typedef struct line_map {
  line_entry *entries;
  line_entry *spare; /* the other half at a compaction */
  uint32_t size;     /* a power of two */
  uint32_t used;
} line_map;

struct pme_distance {
  pme_distance_options options;
  pme_status status;
  void (*run)(pme_distance *engine, const uint64_t *lines, size_t count, uint64_t *distances);
  uint32_t front_count;
  uint64_t front_line[FRONT_LINES]; /* most recent first */
  uint32_t front_entry[FRONT_LINES];
  slots slots;
  page_map pages; /* exact */
  line_map lines; /* bounded, hybrid */
  uint32_t low;   /* slots from here on are the window */
  uint32_t window_live;
  uint64_t threshold; /* a line is in the sample when its hash is below */
  double weight;
};

pme_status pme__exact_open(pme_distance *engine);
pme_status pme__window_open(pme_distance *engine);
void pme__exact_close(pme_distance *engine);
void pme__window_close(pme_distance *engine);
void pme__exact_forget(pme_distance *engine);
void pme__window_forget(pme_distance *engine);

ALWAYS_INLINE uint64_t hash_line(uint64_t x) {
  x ^= x >> 32;
  x *= UINT64_C(0xd6e8feb86659fd93);
  x ^= x >> 32;
  x *= UINT64_C(0xd6e8feb86659fd93);
  x ^= x >> 32;
  return x;
}

/* Position of `line` in the front, or front_count. */
ALWAYS_INLINE uint32_t front_find(const pme_distance *e, uint64_t line) {
  for (uint32_t i = 0; i < FRONT_LINES; i++)
    if (e->front_line[i] == line)
      return i;
  return FRONT_LINES;
}

/* Entry i comes to the top, those before it move down. */
ALWAYS_INLINE void front_rise(pme_distance *e, uint32_t i) {
  uint64_t line = e->front_line[i];
  uint32_t entry = e->front_entry[i];
  for (; i > 0; i--) {
    e->front_line[i] = e->front_line[i - 1];
    e->front_entry[i] = e->front_entry[i - 1];
  }
  e->front_line[0] = line;
  e->front_entry[0] = entry;
}

/* The processor counts bits by itself: the compiler may use it in functions with this attribute. */
#if defined(__x86_64__) && defined(__GNUC__)
#define PME_HAVE_POPCNT_VARIANT 1
#define POPCNT_VARIANT __attribute__((target("popcnt,bmi")))
#else
#define PME_HAVE_POPCNT_VARIANT 0
#define POPCNT_VARIANT
#endif
bool pme__has_popcnt(void);

#endif
