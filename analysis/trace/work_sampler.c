/* Counts grow with the sites of the program; what lies between two stretches that are looked at is not known. */
#include "work_sampler.h"

#include <string.h>

#include "pmecache/trace.h"

/* The first words, and then one stretch in so many: longer than a buffer, for what comes in front of it is not known. */
enum { LINE_BITS = 6, WORDS_AT_FIRST = 1 << 20, STRETCH_WORDS = 8192, STRETCHES_FOR_ONE = 8 };

struct pme__work_sampler {
  const pme_allocator *allocator;
  uint64_t words; /* so far */
  bool has_gap;   /* in front of what comes next */
  pme__trace_counts counts;
  pme__record_past past;
};

pme__work_sampler *pme__work_sampler_open(const pme_allocator *allocator) {
  pme__work_sampler *s = (pme__work_sampler *)pme_allocator_reallocate(allocator, NULL, 0, sizeof *s);
  if (!s)
    return NULL;
  *s = (pme__work_sampler){.allocator = allocator};
  size_t bytes = pme__branch_guesses_bytes();
  s->past.guesses = (pme__branch_guesses *)pme_allocator_reallocate(allocator, NULL, 0, bytes);
  if (!s->past.guesses) {
    pme__work_sampler_close(s);
    return NULL;
  }
  memset(s->past.guesses, 0, bytes);
  pme__branch_guesses_start(s->past.guesses);
  return s;
}

static void release(pme__work_sampler *s, void *memory, size_t bytes) {
  if (memory)
    pme_allocator_reallocate(s->allocator, memory, bytes, 0);
}

void pme__work_sampler_close(pme__work_sampler *s) {
  if (!s)
    return;
  release(s, s->past.guesses, pme__branch_guesses_bytes());
  release(s, s->past.address, s->counts.count * sizeof *s->past.address);
  release(s, s->counts.block, s->counts.count * sizeof *s->counts.block);
  release(s, s->counts.site, s->counts.count * sizeof *s->counts.site);
  pme_allocator_reallocate(s->allocator, s, sizeof *s, 0);
}

/* Room for `count` items of a size in place of `old`; NULL: none, and `items` is as before. */
static void *grow(const pme__work_sampler *s, void *items, size_t size, uint32_t old, uint32_t count) {
  char *grown = (char *)pme_allocator_reallocate(s->allocator, items, old * size, count * size);
  if (grown)
    memset(grown + old * size, 0, (count - old) * size);
  return grown;
}

/* Modules come while the program runs. Where one of the three has no room, all stay as short as they were. */
static bool has_room(pme__work_sampler *s, uint32_t site_count) {
  uint32_t count = site_count + 1, old = s->counts.count;
  if (old >= count)
    return true;
  uint64_t *address = (uint64_t *)grow(s, NULL, sizeof *address, 0, count);
  pme__block_count *block = (pme__block_count *)grow(s, NULL, sizeof *block, 0, count);
  pme__site_count *site = (pme__site_count *)grow(s, NULL, sizeof *site, 0, count);
  if (!address || !block || !site) {
    release(s, address, count * sizeof *address);
    release(s, block, count * sizeof *block);
    release(s, site, count * sizeof *site);
    return false;
  }
  if (old) {
    memcpy(block, s->counts.block, old * sizeof *block);
    memcpy(site, s->counts.site, old * sizeof *site);
  }
  release(s, s->past.address, old * sizeof *address);
  release(s, s->counts.block, old * sizeof *block);
  release(s, s->counts.site, old * sizeof *site);
  s->past.address = address;
  s->counts = (pme__trace_counts){count, block, site};
  return true;
}

static bool is_looked_at(pme__work_sampler *s, size_t words) {
  s->words += words;
  return s->words <= WORDS_AT_FIRST || (s->words - WORDS_AT_FIRST) / STRETCH_WORDS % STRETCHES_FOR_ONE == 0;
}

/* The first access behind a gap has moved from nowhere. */
static void begin_stretch(pme__work_sampler *s) {
  memset(s->past.address, 0, s->counts.count * sizeof *s->past.address);
  s->past.newest = 0;
  s->has_gap = false;
}

void pme__work_sampler_take(pme__work_sampler *s, uint32_t site_count, const uint64_t *from, const uint64_t *to) {
  if (!is_looked_at(s, (size_t)(to - from)) || !has_room(s, site_count)) {
    s->has_gap = true;
    return;
  }
  if (s->has_gap)
    begin_stretch(s);
  for (; from < to; from += pme_trace_record_words((const pme_instrumented_block *)(uintptr_t)*from))
    pme__count_record(&s->counts, &s->past, LINE_BITS, from);
}

void pme__work_sampler_add_block(const pme__work_sampler *s, const pme_instrumented_block *block, pme_profile *profile,
                                 int index) {
  if (block->first_site >= s->counts.count)
    return;
  const pme__block_count *count = &s->counts.block[block->first_site];
  pme_profile_course course = {.is_run = block->kind == PME_BLOCK_RUN,
                               .records = count->records,
                               .rounds = count->rounds,
                               .surprises = count->surprises};
  if (count->records > 0)
    pme_profile_count_course(profile, index, &course);
}

void pme__work_sampler_add_site(const pme__work_sampler *s, const pme_instrumented_block *block, uint32_t site,
                                pme_profile *profile, int reference) {
  if (block->first_site + site >= s->counts.count)
    return;
  const pme__site_count *count = &s->counts.site[block->first_site + site];
  uint32_t flags = block->sites[site].flags;
  pme_profile_moves moves = {.is_chained = flags & PME_SITE_CHAINED,
                             .decides = flags & PME_SITE_DECIDES,
                             .first_address = count->first_address,
                             .span_bytes = (double)(count->highest - count->lowest),
                             .stride_bytes = count->stride,
                             .seen = s->counts.block[block->first_site].records,
                             .changes = count->changes,
                             .moves = count->moves,
                             .near = count->near,
                             .follows = count->follows,
                             .leader = (int)count->leader};
  if (moves.seen > 0)
    pme_profile_count_moves(profile, reference, &moves);
}
