/* The reuse-distance engines from inside: the LRU stack of all lines, in layers. Private to analysis/reuse.
 *
 * All lines stand in one list by their last use, the LRU stack. It is kept in layers:
 *
 *   recent  the PME_RECENT_LINES most recent lines, an array that is searched and shifted (a hit costs no slot); none
 *           when threads take turns, which would rarely find their lines there
 *   slots   older lines. Slot = time: a bit is set when the slot is the last use of its line, so the lines after slot i
 *           are the set bits after i. They are counted with popcount in a block of 64 bits and with a tree over
 *           the blocks.
 *
 * A line enters the slots when it falls out of `recent`, so the order of the slots is the order of the stack. When the
 * slots are used up, they are renumbered (compaction).
 *
 * For the bounded and hybrid engines the slots have two parts: from `low` on, all lines of the window; before it, the
 * lines of the sample. A line that leaves the window stays, as a member of the sample, or is forgotten.
 */
#ifndef PMECACHE_ANALYSIS_REUSE_DISTANCE_INTERNAL_H
#define PMECACHE_ANALYSIS_REUSE_DISTANCE_INTERNAL_H

#include <stdbool.h>
#include <string.h>

#include "analysis/base/avx2_variant.h"
#include "distance.h"
#include "distance_recent.h"

enum {
  MISSES_AHEAD = 64, /* references to lines that are not recent, taken together */
  BLOCK_SHIFT = 6,   /* a word */
  BLOCK_BITS = 1 << BLOCK_SHIFT,
  TURNS_BLOCKS = 16,
  NEAR_FANOUT = 32,
  FAR_SHIFT = 4,
  FAR_FANOUT = 1 << FAR_SHIFT,
  MAX_LEVELS = 5, /* of 2^31 slots; EACH_LEVEL */
  PAGE_LINES = 64
};
#define NO_SLOT UINT32_MAX
#define NO_ENTRY UINT32_MAX

/* Bits in time order, and the number of bits after each block, so that counting costs the same few instructions
 * everywhere and no branch depends on the data.
 *
 * The tree: a node of level 0 has NEAR_FANOUT blocks, one of a higher level FAR_FANOUT nodes of the level below. What
 * is kept for each child is not its own count but that of the younger children of its node: the bits after a block are
 * the sum of one number a level.
 *
 * The last blocks are open: not in the tree yet. That is one, or up to TURNS_BLOCKS where threads take turns: most of
 * their lines come back within a few words, which are counted then, and the tree is told nothing. */
typedef struct slots {
  uint32_t size;      /* a power of two, a multiple of BLOCK_BITS */
  uint32_t now;       /* next free slot */
  uint32_t most_open; /* blocks */
  uint32_t closed;    /* blocks in the tree; the block of `now` is not among them */
  uint32_t open_live; /* bits of the others */
  uint64_t live;      /* bits set */
  uint64_t *bits;
  uint16_t *near_after;            /* for each block */
  int levels;                      /* above level 0 */
  uint32_t *far_after[MAX_LEVELS]; /* for each node of the level below */
  int owner_bytes;                 /* 4: the entry of the map that points here; 8: the line */
  union {
    uint32_t *entry;
    uint64_t *line;
  } owner;
  void *memory; /* bits and tree */
} slots;

pme_status pme__slots_open(slots *s, uint32_t size, int owner_bytes, const pme_allocator *allocator);
void pme__slots_close(slots *s, const pme_allocator *allocator);
/* Room for `size`; the owners stay, the rest is undefined until pme__slots_reset. After a failure the old room is still
 * there. */
pme_status pme__slots_resize(slots *s, uint32_t size, const pme_allocator *allocator);
/* `live` set bits from 0 on; the caller has renumbered the owners. */
void pme__slots_reset(slots *s, uint32_t live);

ALWAYS_INLINE bool slots_full(const slots *s) { return s->now == s->size; }
ALWAYS_INLINE bool slots_test(const slots *s, uint32_t i) { return s->bits[i >> 6] >> (i & 63) & 1; }

/* Index of the block of the newest slot that has been filled. */
ALWAYS_INLINE uint32_t slots_newest_block(const slots *s) { return s->now ? (s->now - 1) >> BLOCK_SHIFT : 0; }

#define TWO(x) x, x
#define EIGHT(x) TWO(TWO(TWO(x)))
#define SIXTEEN(x) TWO(EIGHT(x))
#define THIRTY_TWO(x) TWO(SIXTEEN(x))
/* From element `fanout - j` on: j times all bits, then zeros. */
static const uint16_t near_mask[2 * NEAR_FANOUT] = {THIRTY_TWO(0xffff)};
static const uint32_t far_mask[2 * FAR_FANOUT] = {SIXTEEN(0xffffffff)};

/* Said as vectors, for compilers do not always see that they are. A mask begins anywhere. */
enum { NEAR_AT_ONCE = 16, FAR_AT_ONCE = 8 };
typedef uint16_t some_near __attribute__((vector_size(NEAR_AT_ONCE * sizeof(uint16_t))));
typedef uint32_t some_far __attribute__((vector_size(FAR_AT_ONCE * sizeof(uint32_t))));

/* Levels are written down one by one: there are two or three, so a loop takes as long as what is in it, and it would
 * keep the slots of its caller out of registers. False behind the last level. */
ALWAYS_INLINE bool level_add(const slots *s, int level, uint32_t block, uint32_t more) {
  if (level >= s->levels)
    return false;
  uint32_t node = block / NEAR_FANOUT >> level * FAR_SHIFT, child = node % FAR_FANOUT;
  uint32_t *far = s->far_after[level] + (node - child);
  const uint32_t *wide = far_mask + (FAR_FANOUT - child);
  for (int k = 0; k < FAR_FANOUT; k += FAR_AT_ONCE) {
    some_far sums, mask;
    memcpy(&sums, far + k, sizeof sums);
    memcpy(&mask, wide + k, sizeof mask);
    sums += more & mask;
    memcpy(far + k, &sums, sizeof sums);
  }
  return true;
}

ALWAYS_INLINE bool level_after(const slots *s, int level, uint32_t block, uint32_t *sum) {
  if (level >= s->levels)
    return false;
  *sum += s->far_after[level][block / NEAR_FANOUT >> level * FAR_SHIFT];
  return true;
}

#define EACH_LEVEL(function, s, ...)                                                                                   \
  (void)(function(s, 0, __VA_ARGS__) && function(s, 1, __VA_ARGS__) && function(s, 2, __VA_ARGS__) &&                  \
         function(s, 3, __VA_ARGS__) && function(s, 4, __VA_ARGS__))

/* `block` has `more` bits more: so have all that are older. Counts wrap round, so -1 is UINT32_MAX. */
ALWAYS_INLINE void tree_add(slots *s, uint32_t block, uint32_t more) {
  uint32_t child = block % NEAR_FANOUT;
  uint16_t *near = s->near_after + (block - child);
  const uint16_t *mask = near_mask + (NEAR_FANOUT - child), narrow = (uint16_t)more;
  for (int k = 0; k < NEAR_FANOUT; k += NEAR_AT_ONCE) {
    some_near sums, some_mask;
    memcpy(&sums, near + k, sizeof sums);
    memcpy(&some_mask, mask + k, sizeof some_mask);
    sums += narrow & some_mask;
    memcpy(near + k, &sums, sizeof sums);
  }
  EACH_LEVEL(level_add, s, block, more);
}

/* Bits in the blocks of the tree that are younger than this one. */
ALWAYS_INLINE uint32_t tree_after(const slots *s, uint32_t block) {
  uint32_t sum = s->near_after[block];
  EACH_LEVEL(level_after, s, block, &sum);
  return sum;
}

/* `now` comes to a block without bits: the oldest open one may have to go. */
ALWAYS_INLINE void slots_open_block(slots *s) {
  if ((s->now >> BLOCK_SHIFT) - s->closed < s->most_open)
    return;
  uint32_t count = (uint32_t)__builtin_popcountll(s->bits[s->closed]);
  tree_add(s, s->closed++, count);
  s->open_live -= count;
}

/* The slot of one more bit; the caller names its owner. */
ALWAYS_INLINE uint32_t slots_append(slots *s) {
  uint32_t n = s->now;
  if (n % BLOCK_BITS == 0)
    slots_open_block(s);
  s->bits[n >> 6] |= UINT64_C(1) << (n & 63);
  s->live++;
  s->open_live++;
  s->now = n + 1;
  return n;
}

/* Slots of `count` more bits; the first. */
ALWAYS_INLINE uint32_t slots_append_all(slots *s, uint32_t count) {
  uint32_t start = s->now;
  while (count > 0) {
    uint32_t n = s->now, room = 64 - (n & 63), some = count < room ? count : room;
    if (n % BLOCK_BITS == 0)
      slots_open_block(s);
    s->bits[n >> 6] |= ~UINT64_C(0) >> (64 - some) << (n & 63);
    s->live += some;
    s->open_live += some;
    s->now = n + some;
    count -= some;
  }
  return start;
}

ALWAYS_INLINE void slots_remove(slots *s, uint32_t i) {
  uint32_t block = i >> BLOCK_SHIFT;
  s->bits[i >> 6] &= ~(UINT64_C(1) << (i & 63));
  s->live--;
  if (block >= s->closed)
    s->open_live--;
  else
    tree_add(s, block, UINT32_MAX);
}

/* Bits of open blocks after slot i. */
ALWAYS_INLINE uint64_t open_after(const slots *s, uint32_t i) {
  uint32_t block = i >> BLOCK_SHIFT;
  uint64_t count = (uint64_t)__builtin_popcountll(s->bits[block] >> (i & 63)) - 1;
  for (uint32_t newest = slots_newest_block(s); block < newest;)
    count += (uint64_t)__builtin_popcountll(s->bits[++block]);
  return count;
}

/* Both slots_after and slots_remove. */
ALWAYS_INLINE uint64_t slots_take(slots *s, uint32_t i) {
  uint32_t block = i >> BLOCK_SHIFT;
  uint64_t *word = &s->bits[block], mask = UINT64_C(1) << (i & 63);
  s->live--;
  if (block >= s->closed) {
    uint64_t after = open_after(s, i);
    *word &= ~mask;
    s->open_live--;
    return after;
  }
  uint64_t after = (uint64_t)__builtin_popcountll(*word >> (i & 63)) - 1 + tree_after(s, block) + s->open_live;
  *word &= ~mask;
  tree_add(s, block, UINT32_MAX);
  return after;
}

/* The bit of slot i goes to a new slot, the newest: its owner has been referenced. The number of bits stays; as long as
 * the slot is in an open block, so do all counts. */
ALWAYS_INLINE uint32_t slots_renew(slots *s, uint32_t i) {
  uint32_t block = i >> BLOCK_SHIFT, n = s->now;
  s->bits[block] &= ~(UINT64_C(1) << (i & 63));
  if (block < s->closed) {
    tree_add(s, block, UINT32_MAX);
    s->open_live++;
  }
  if (n % BLOCK_BITS == 0)
    slots_open_block(s);
  s->bits[n >> 6] |= UINT64_C(1) << (n & 63);
  s->now = n + 1;
  return n;
}

/* Set bits after slot i, whose own bit is set. */
ALWAYS_INLINE uint64_t slots_after(const slots *s, uint32_t i) {
  uint32_t block = i >> BLOCK_SHIFT;
  if (block >= s->closed)
    return open_after(s, i);
  return (uint64_t)__builtin_popcountll(s->bits[block] >> (i & 63)) - 1 + tree_after(s, block) + s->open_live;
}

/* ---- the map of the exact engine: pages of 64 lines ---- */

enum { SEEN_BITS = 9, PAGES_SEEN = 1 << SEEN_BITS };

typedef struct page_entry {
  uint64_t key; /* page + 1; 0: empty */
  uint32_t row; /* of the page in `rows` */
} page_entry;

typedef struct page_map {
  page_entry *entries;
  uint32_t *rows;        /* PAGE_LINES slots for each page */
  uint64_t *page_of_row; /* which page it is */
  uint32_t size;         /* entries, a power of two */
  uint32_t used, row_room;
  page_entry seen[PAGES_SEEN]; /* some of the entries, by another hash; key 0: empty */
} page_map;

/* ---- the map of the other engines: lines, forgotten ones included until the next compaction ----
 *
 * Eight bytes an entry, so that it stays in the caches of this machine: 32 bits of the hash and the slot, whose owner
 * says which line it is. */

typedef struct line_entry {
  uint32_t tag;  /* 0: empty */
  uint32_t slot; /* of the last use that has a slot; NO_SLOT: none yet. Its bit is clear when that is past. */
} line_entry;

typedef struct line_map {
  line_entry *entries;
  uint32_t size; /* a power of two */
  uint32_t used;
} line_map;

struct pme__distance {
  pme__distance_options options;
  pme_status status;
  bool has_avx2; /* asking the processor is slow on a virtual machine */
  bool is_exact; /* in the form of the exact engine: that one, or a hybrid one with few lines yet */
  void (*run)(pme__distance *engine, const uint64_t *lines, size_t count, uint64_t *distances);
  pme__recent recent;
  uint32_t front_count; /* lines in `recent` */
  slots slots;
  page_map pages; /* exact */
  line_map lines; /* bounded, hybrid */
  uint32_t low;   /* slots from here on are the window */
  uint32_t window_live;
  uint32_t low_block;     /* bits of this block were cleared by lines that left the window: */
  uint32_t low_pending;   /* so many of them the tree does not know of yet */
  uint64_t page_limit;    /* hybrid, exact: more pages change the form */
  uint64_t swept, singly; /* exact: lines entered by sweeps, and references to lines that are not recent */
  uint64_t threshold;     /* a line is in the sample when its hash is below */
  double weight;
};

pme_status pme__exact_open(pme__distance *engine);
pme_status pme__hybrid_open(pme__distance *engine);
pme_status pme__window_open(pme__distance *engine);
/* A hybrid engine changes its form. */
void pme__hybrid_change(pme__distance *engine);
/* Without references, again in the form of the exact engine. */
void pme__hybrid_start_again(pme__distance *engine);
void pme__front_clear(pme__distance *engine);
void pme__exact_close(pme__distance *engine);
void pme__window_close(pme__distance *engine);
void pme__exact_forget(pme__distance *engine);
/* References to the recent lines, and what these do not answer. */
void pme__recent_run(pme__distance *engine, const uint64_t *lines, size_t count, uint64_t *distances);
/* The form with a window: before references that have the same weight, and at most MISSES_AHEAD of them. */
void pme__window_start_call(pme__distance *engine);
void pme__window_missed(pme__distance *engine, const pme__recent_miss *misses, uint32_t count, uint64_t *distances);
/* Distances of references to different lines, none of them twice, when nothing else is asked of the engine afterwards;
 * `before` of them were given already. Only what was above a line and is not among them counts then, which is taken
 * out, and nothing has to come on top. */
void pme__exact_finish(pme__distance *engine, const uint64_t *lines, size_t count, size_t before, uint64_t *distances);
/* Renumbers the slots, and makes room. False without memory. */
bool pme__exact_compact(pme__distance *engine);
void pme__window_forget(pme__distance *engine);
void pme__window_start_gap(pme__distance *engine);

/* Whether `recent` is in use. */
ALWAYS_INLINE bool has_recent(const pme__distance *e) { return !e->options.takes_turns; }

/* ... when it has come to many lines. Bounded engines are never exact. */
ALWAYS_INLINE void hybrid_check(pme__distance *e) {
  if (e->is_exact && e->pages.used > e->page_limit && e->options.mode == PME_DISTANCE_HYBRID && !e->status)
    pme__hybrid_change(e);
}

#define HASH_FACTOR UINT64_C(0xd6e8feb86659fd93)

ALWAYS_INLINE uint64_t hash_line(uint64_t x) {
  x ^= x >> 32;
  x *= HASH_FACTOR;
  x ^= x >> 32;
  x *= HASH_FACTOR;
  x ^= x >> 32;
  return x;
}

#endif
