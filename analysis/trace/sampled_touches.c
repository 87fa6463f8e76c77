/* Touches of lines that are in the sample: of single accesses, and of runs, whose sites go from one such line straight to
 * the next. */
#include <string.h>

#include "line_sampler_state.h"

enum { LINE_BITS = PME_SAMPLER_LINE_BITS };

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
  return line + PME_SAMPLE_SETS * ((f->rest - line / PME_SAMPLE_SETS) & f->mask);
}

/* The same below. */
static uint64_t last_until(const line_filter *f, uint64_t line) {
  unsigned above = PME_SAMPLE_SETS - 1 - line % PME_SAMPLE_SETS;
  uint64_t turned = f->sets << above | f->sets >> (PME_SAMPLE_SETS - above) % PME_SAMPLE_SETS;
  line -= (uint64_t)__builtin_clzll(turned);
  return line - PME_SAMPLE_SETS * ((line / PME_SAMPLE_SETS - f->rest) & f->mask);
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

uint64_t pme__sampler_move(const pme__line_sampler *s, uint64_t address, uint32_t flags) {
  const pme_trace_border *region = &s->state.region;
  if (address >= (uint64_t)region->values[3] && address < (uint64_t)region->values[4])
    return PME_SAMPLE_OWN_LINES;
  for (int b = 0; b < s->block_count; b++)
    if (address >= s->blocks[b].low && address < s->blocks[b].high)
      return PME_SAMPLE_OWN_LINES;
  if (flags & PME_SITE_OF_ALL) /* what threads take from each other of it is worked out from its row */
    return PME_SAMPLE_OWN_LINES;
  return flags & PME_SITE_BY_THREAD ? PME_SAMPLE_ROW_LINES : 0;
}

static __attribute__((noinline)) void add_touch(pme__line_sampler *s, uint64_t line, const pme_sampled_touch *at) {
  while (s->touch_count == PME_SAMPLE_MOST_TOUCHES && s->splits < PME_SAMPLE_MOST_SPLITS)
    halve(s);
  if (s->touch_count == PME_SAMPLE_MOST_TOUCHES || !pme__filter_has(&s->filter, line))
    return;
  s->touches[s->touch_count++] = (touch){*at, (uint32_t)s->piece};
  s->newest[line % PME_SAMPLE_SETS] = s->touch_count;
}

/* Dropped lines are in no sample at all. */
static __attribute__((noinline)) void add_often(pme__line_sampler *s, int number, const pme_sampled_touch *at) {
  if (s->often_count == PME_SAMPLE_MOST_OFTEN && !s->often.is_full)
    pme__halve_often(s);
  if (s->often.is_full || s->often.level[number] == PME_OFTEN_DROPPED)
    return;
  s->often_touches[s->often_count++] = (touch){*at, (uint32_t)s->piece};
  s->often.newest[number] = s->often_count;
}

static uint64_t most(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* Lines that have been written, by a hash of theirs: a few others are taken for such. */
static uint64_t *written_word(pme__line_sampler *s, uint64_t line, uint64_t *bit) {
  uint64_t hash = line * UINT64_C(0x9e3779b97f4a7c15) >> (64 - PME_SAMPLER_WRITTEN_BITS);
  *bit = UINT64_C(1) << hash % 64;
  return &s->written[hash / 64];
}

/* Whether other threads may take the line away: not if it is the thread's own, and in no row, or nobody writes it. */
static bool is_contested(pme__line_sampler *s, const pme_sampled_touch *at) {
  uint64_t bit, *word = written_word(s, at->reference >> 2, &bit);
  if (at->reference & 2 && !pme_touch_is_row(at))
    return false;
  *word |= at->writes > 0 ? bit : 0;
  return *word & bit;
}

/* Whether the references go on from the last visit of their set: to the line, in the iteration, and, where others may have
 * it in between, not after a pause. */
static bool goes_on(const touch *last, pme__line_sampler *s, const pme_sampled_touch *at) {
  enum { SOON = 16 };
  bool same = last->at.reference >> 2 == at->reference >> 2 && last->piece == (uint32_t)s->piece &&
              last->at.iteration == s->iteration;
  return (!is_contested(s, at) || at->time <= last->at.time + 2 * last->at.span + SOON) && same;
}

static void extend(pme_sampled_touch *touch, const pme_sampled_touch *by) {
  uint64_t end = most(touch->time + touch->span, by->time + by->span);
  touch->span = end - touch->time;
  if (touch->more < UINT32_MAX - 1 - by->more)
    touch->more += by->more + 1;
  touch->writes += touch->writes < UINT32_MAX - by->writes ? by->writes : 0;
}

void pme__sample_touch(pme__line_sampler *s, const pme__visit *visit) {
  uint64_t line = visit->address >> LINE_BITS;
  bool is_write = visit->flags & PME_SITE_WRITE;
  pme_sampled_touch at = {line << 2 | is_write, s->iteration,     visit->time,
                          visit->span,          visit->count - 1, is_write ? visit->count : 0};
  uint64_t move = pme__sampler_move(s, visit->address, visit->flags);
  int often = move ? -1 : pme__often_number(&s->often, line);
  if (move)
    at.reference = (line + move) << 2 | 2 | is_write;
  else if (often >= 0)
    at.reference = (line + PME_SAMPLE_OFTEN_LINES) << 2 | is_write;
  size_t newest = often < 0 ? s->newest[line % PME_SAMPLE_SETS] : s->often.newest[often];
  touch *last = newest ? (often < 0 ? s->touches : s->often_touches) + newest - 1 : NULL;
  if (last && goes_on(last, s, &at))
    extend(&last->at, &at);
  else if (often >= 0)
    add_often(s, often, &at);
  else
    add_touch(s, line, &at);
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
  if (step == 0)
    return UINT64_MAX;
  if ((step & (step - 1)) == 0) /* most are, and a division is slow */
    return bytes <= step ? 1 : (bytes + step - 1) >> __builtin_ctzll(step);
  return bytes <= step ? 1 : (bytes + step - 1) / step;
}

static uint64_t rounds_in_line(const moving_site *site) {
  uint64_t inside = site->address & ((1 << LINE_BITS) - 1);
  return rounds_to(site, site->stride > 0 ? (1 << LINE_BITS) - inside : inside + 1);
}

static void go_on(moving_site *site, uint64_t by, uint64_t rounds) {
  site->round = by < rounds - site->round ? site->round + by : rounds;
  site->address += by * (uint64_t)site->stride;
}

/* Lines of one of the two samples. */
typedef struct chosen_lines {
  const line_filter *filter;
  const pme__often_lines *often; /* these, in place of what the filter has; NULL */
} chosen_lines;

static bool is_chosen(const chosen_lines *lines, uint64_t line) {
  return lines->often ? pme__often_number(lines->often, line) >= 0 : pme__filter_has(lines->filter, line);
}

/* No line is as far as that. */
static const uint64_t NO_LINE = UINT64_C(1) << (63 - LINE_BITS);

static uint64_t chosen_from(const chosen_lines *lines, uint64_t line) {
  if (!lines->often)
    return first_from(lines->filter, line);
  int at = pme__often_from(lines->often, line);
  return at < lines->often->count ? lines->often->line[at] : NO_LINE;
}

static uint64_t chosen_until(const chosen_lines *lines, uint64_t line) {
  if (!lines->often)
    return last_until(lines->filter, line);
  int at = pme__often_from(lines->often, line + 1);
  return at > 0 ? lines->often->line[at - 1] : 0;
}

static uint64_t bytes_to_sampled(const chosen_lines *lines, const moving_site *site) {
  uint64_t line = site->address >> LINE_BITS;
  if (site->stride >= 0)
    return (chosen_from(lines, line) << LINE_BITS) - site->address;
  return site->address - (chosen_until(lines, line) << LINE_BITS) - ((1 << LINE_BITS) - 1);
}

static void find_sampled(const chosen_lines *lines, moving_site *site, uint64_t rounds) {
  while (site->round < rounds && !is_chosen(lines, site->address >> LINE_BITS))
    go_on(site, rounds_to(site, bytes_to_sampled(lines, site)), rounds);
}

static uint32_t place_sites(const chosen_lines *lines, const uint64_t *record, moving_site *sites) {
  const pme_instrumented_block *block = (const pme_instrumented_block *)(uintptr_t)record[0];
  const uint64_t *stride = record + 2 + block->site_count;
  for (uint32_t i = 0; i < block->site_count; i++) {
    const pme_instrumented_site *site = &block->sites[i];
    bool is_recorded = site->flags & PME_SITE_STRIDE_RECORDED;
    sites[i] = (moving_site){
        .address = record[2 + i], .stride = is_recorded ? (int64_t)*stride++ : site->stride, .flags = site->flags};
    find_sampled(lines, &sites[i], record[1]);
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

/* What the site does from the round in which it comes to a line until it leaves that, `by` rounds later or at the end. */
static pme__visit visit_of(const moving_site *sites, const moving_site *site, uint32_t count, uint64_t start,
                           uint64_t by) {
  return (pme__visit){site->address, site->flags, by < UINT32_MAX ? (uint32_t)by : UINT32_MAX,
                      start + site->round * count + (uint64_t)(site - sites), (by - 1) * count};
}

/* Round by round; where the rounds are iterations each of them is a visit to its line, else all in it are one. */
static void sample_chosen(pme__line_sampler *s, const chosen_lines *lines, const uint64_t *record, bool iterates) {
  moving_site sites[PME_BLOCK_SITES], *next;
  uint64_t rounds = record[1], start = s->iteration, now = s->now;
  uint32_t count = place_sites(lines, record, sites);
  while ((next = next_of(sites, count, rounds))) {
    uint64_t by = iterates ? 1 : rounds_in_line(next), left = rounds - next->round;
    if (iterates)
      s->iteration = start + next->round;
    pme__visit visit = visit_of(sites, next, count, now, by < left ? by : left);
    if (lines->often || pme__often_number(&s->often, visit.address >> LINE_BITS) < 0)
      pme__sample_touch(s, &visit);
    go_on(next, by, rounds);
    find_sampled(lines, next, rounds);
  }
}

void pme__sample_run(pme__line_sampler *s, const uint64_t *record, bool iterates) {
  uint64_t start = s->iteration;
  sample_chosen(s, &(chosen_lines){&s->filter, NULL}, record, iterates);
  if (s->often.count == 0)
    return;
  s->iteration = start;
  sample_chosen(s, &(chosen_lines){&s->filter, &s->often}, record, iterates);
}
