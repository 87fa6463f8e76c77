/* Touches of lines that are in the sample: of single accesses, and of runs, whose sites go from one such line straight to
 * the next. */
#include <string.h>

#include "line_sampler_state.h"

enum { LINE_BITS = PME_SAMPLER_LINE_BITS };
/* Away from the program's own addresses, and not as private blocks of the heap stand in traces. */
static const uint64_t PRIVATE_LINES = UINT64_C(7) << 46;

/* ---- which lines ---- */

void pme__set_line_filter(pme__line_sampler *s) {
  s->filter = (line_filter){.mask = (UINT64_C(1) << s->splits) - 1, .rest = pme_line_sample_rest(s->splits)};
  for (uint64_t line = 0; line < PME_SAMPLE_SETS; line++)
    s->filter.sets |= (uint64_t)pme_line_is_sampled(s->sets, 0, line) << line;
}

/* The line itself, or the next one above that the filter has. There are splits only where one set is left. */
static uint64_t first_from(const line_filter *f, uint64_t line) {
  unsigned at = line % PME_SAMPLE_SETS;
  uint64_t turned = f->sets >> at | f->sets << (PME_SAMPLE_SETS - at) % PME_SAMPLE_SETS;
  line += (uint64_t)__builtin_ctzll(turned);
  return line + PME_SAMPLE_SETS * (f->rest - line / PME_SAMPLE_SETS & f->mask);
}

/* The same below. */
static uint64_t last_until(const line_filter *f, uint64_t line) {
  unsigned above = PME_SAMPLE_SETS - 1 - line % PME_SAMPLE_SETS;
  uint64_t turned = f->sets << above | f->sets >> (PME_SAMPLE_SETS - above) % PME_SAMPLE_SETS;
  line -= (uint64_t)__builtin_clzll(turned);
  return line - PME_SAMPLE_SETS * (line / PME_SAMPLE_SETS - f->rest & f->mask);
}

/* ---- single accesses ---- */

static __attribute__((noinline)) void halve(pme__line_sampler *s) {
  size_t kept = 0;
  if (s->sets > 1)
    s->sets /= 2;
  else
    s->splits++;
  pme__set_line_filter(s);
  for (size_t t = 0; t < s->touch_count; t++)
    if (pme__filter_has(&s->filter, s->touches[t].at.reference >> 2))
      s->touches[kept++] = s->touches[t];
  s->touch_count = kept;
  memset(s->newest, 0, sizeof s->newest);
}

static bool is_private(const pme__line_sampler *s, uint64_t address, uint32_t flags) {
  if (flags & PME_SITE_BY_THREAD)
    return true;
  const pme_trace_border *region = &s->state.region;
  if (address >= (uint64_t)region->values[3] && address < (uint64_t)region->values[4])
    return true;
  for (int b = 0; b < s->block_count; b++)
    if (address >= s->blocks[b].low && address < s->blocks[b].high)
      return true;
  return false;
}

static __attribute__((noinline)) void add_touch(pme__line_sampler *s, uint64_t line, uint64_t reference) {
  while (s->touch_count == PME_SAMPLE_MOST_TOUCHES && s->splits < PME_SAMPLE_MOST_SPLITS)
    halve(s);
  if (s->touch_count == PME_SAMPLE_MOST_TOUCHES || !pme__filter_has(&s->filter, line))
    return;
  s->touches[s->touch_count++] = (touch){{reference, s->iteration}, (uint32_t)s->piece};
  s->newest[line % PME_SAMPLE_SETS] = s->touch_count;
}

void pme__sample_touch(pme__line_sampler *s, uint64_t address, uint32_t flags) {
  bool is_write = flags & PME_SITE_WRITE;
  uint64_t line = address >> LINE_BITS, reference = line << 2;
  if (is_private(s, address, flags))
    reference = (line + PRIVATE_LINES) << 2 | 2;
  size_t newest = s->newest[line % PME_SAMPLE_SETS];
  const touch *last = newest ? &s->touches[newest - 1] : NULL;
  /* Nothing has come between in its set: the line is there, and a write was before. */
  if (last && last->at.reference >> 1 == reference >> 1 && last->piece == (uint32_t)s->piece &&
      last->at.iteration == s->iteration && (!is_write || (last->at.reference & 1)))
    return;
  add_touch(s, line, reference | is_write);
}

/* ---- runs ---- */

/* A site on its way through a run. */
typedef struct moving_site {
  uint64_t address;
  int64_t stride;
  uint64_t round; /* in which it comes to `address`, a line of the sample; rounds: to none any more */
  uint32_t flags;
} moving_site;

static uint64_t step_of(const moving_site *site) {
  return site->stride > 0 ? (uint64_t)site->stride : 0 - (uint64_t)site->stride;
}

/* Rounds until the site has gone so many bytes. Most steps are far less than a line, or lines. */
static uint64_t rounds_to(const moving_site *site, uint64_t bytes) {
  uint64_t step = step_of(site);
  return step == 0 ? UINT64_MAX : bytes <= step ? 1 : (bytes + step - 1) / step;
}

static uint64_t rounds_in_line(const moving_site *site) {
  uint64_t inside = site->address & ((1 << LINE_BITS) - 1);
  return rounds_to(site, site->stride > 0 ? (1 << LINE_BITS) - inside : inside + 1);
}

static void go_on(moving_site *site, uint64_t by, uint64_t rounds) {
  site->round = by < rounds - site->round ? site->round + by : rounds;
  site->address += by * (uint64_t)site->stride;
}

static uint64_t bytes_to_sampled(const line_filter *f, const moving_site *site) {
  uint64_t line = site->address >> LINE_BITS;
  if (site->stride >= 0)
    return (first_from(f, line) << LINE_BITS) - site->address;
  return site->address - (last_until(f, line) << LINE_BITS) - ((1 << LINE_BITS) - 1);
}

static void find_sampled(const pme__line_sampler *s, moving_site *site, uint64_t rounds) {
  while (site->round < rounds && !pme__filter_has(&s->filter, site->address >> LINE_BITS))
    go_on(site, rounds_to(site, bytes_to_sampled(&s->filter, site)), rounds);
}

static uint32_t place_sites(const pme__line_sampler *s, const uint64_t *record, moving_site *sites) {
  const pme_instrumented_block *block = (const pme_instrumented_block *)(uintptr_t)record[0];
  const uint64_t *stride = record + 2 + block->site_count;
  for (uint32_t i = 0; i < block->site_count; i++) {
    const pme_instrumented_site *site = &block->sites[i];
    bool is_recorded = site->flags & PME_SITE_STRIDE_RECORDED;
    sites[i] = (moving_site){
        .address = record[2 + i], .stride = is_recorded ? (int64_t)*stride++ : site->stride, .flags = site->flags};
    find_sampled(s, &sites[i], record[1]);
  }
  return block->site_count;
}

static moving_site *next_of(moving_site *sites, uint32_t count, uint64_t rounds) {
  moving_site *next = NULL;
  for (uint32_t i = 0; i < count; i++)
    if (sites[i].round < (next ? next->round : rounds))
      next = &sites[i];
  return next;
}

/* Round by round; where the rounds are iterations each of them touches its line, else only the first one in it. */
void pme__sample_run(pme__line_sampler *s, const uint64_t *record, bool iterates) {
  moving_site sites[PME_BLOCK_SITES], *next;
  uint64_t rounds = record[1], start = s->iteration;
  uint32_t count = place_sites(s, record, sites);
  while ((next = next_of(sites, count, rounds))) {
    if (iterates)
      s->iteration = start + next->round;
    pme__sample_touch(s, next->address, next->flags);
    go_on(next, iterates ? 1 : rounds_in_line(next), rounds);
    find_sampled(s, next, rounds);
  }
}
