/* Bursts and gaps in turns, by a share of the buffers, by time or by themselves; what happens in gaps; and what is made of
 * it at the end. With gaps that nobody asked for, counts of before the first one are complete, and those since then are
 * scaled to all executions, block by block. Distances beyond the window come from the sample of lines, which has no gaps.
 */
#include "bursts.h"

#include <math.h>
#include <string.h>

#include "analysis/base/avx2_variant.h"
#include "analysis/trace/line_marks.h"
#include "gaps.h"

void pme__bursts_start(pme__bursts *b, const pme__sampling_request *sampling) {
  *b = (pme__bursts){.rate = sampling->rate, .overhead = sampling->overhead, .left = PME_BURST_BUFFERS};
  b->thin_left = PME_THIN_FIRST;
}

void pme__bursts_end_gap(pme__bursts *b) {
  b->in_gap = false;
  b->left = PME_BURST_BUFFERS;
  b->thin_left = PME_THIN_BURST;
}

bool pme__bursts_next_thin(pme__bursts *b, uint64_t cost) {
  b->thin_left -= (int64_t)cost;
  if (b->thin_left > 0)
    return false;
  if (b->in_gap) {
    pme__bursts_end_gap(b);
    return false;
  }
  b->random = b->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  b->in_gap = b->forgot = true;
  const int64_t burst = PME_THIN_BURST, mean = PME_THIN_GAPS * burst, least = mean / 2, most = 2 * mean - least;
  b->thin_left = least + (int64_t)(b->random >> 33) % (most - least);
  return true;
}

/* A burst goes on while there is time for it, a gap until there is again. */
static bool next_by_time(pme__bursts *b) {
  bool has_time = b->own <= b->overhead * b->program, starts = b->in_gap && has_time;
  if (!b->in_gap && --b->left > 0)
    return false;
  b->in_gap = !has_time;
  b->forgot |= b->in_gap;
  b->left = b->in_gap ? 1 : PME_BURST_BUFFERS;
  return starts;
}

bool pme__bursts_next(pme__bursts *b) {
  b->all++;
  b->measured += !b->in_gap;
  if (b->overhead > 0)
    return next_by_time(b);
  if (b->rate >= 1 || --b->left > 0)
    return false;
  double gap = PME_BURST_BUFFERS * (1 / b->rate - 1);
  b->in_gap = !b->in_gap && gap >= 1;
  b->forgot |= b->in_gap;
  b->left = b->in_gap ? (unsigned)gap : PME_BURST_BUFFERS;
  return !b->in_gap;
}

static pme_bin *bin_of_row(pme_histogram *h, int bin) {
  pme_bin *row = h->rows[bin / PME_BINS_ROW];
  return row ? &row[bin % PME_BINS_ROW] : NULL;
}

void pme__spread_unknown(pme_histogram *h, const double *at_least) {
  double left = h->cold, weight = 1, unknown = 0;
  for (int bin = 0; bin < PME_BIN_COUNT; bin++)
    left += pme_histogram_bin(h, bin).count + at_least[bin];
  for (int bin = 0; bin < PME_BIN_COUNT; bin++) {
    pme_bin *known = bin_of_row(h, bin);
    if (known) {
      left -= known->count;
      known->count *= weight;
      known->sum *= weight;
    }
    left -= at_least[bin];
    if (left > 0.5)
      weight *= (left + at_least[bin]) / left;
    else
      unknown += weight * at_least[bin];
  }
  h->cold = weight * h->cold + unknown;
}

void pme__all_are_first(pme_histogram *h, const double *at_least) {
  for (int bin = 0; bin < PME_BIN_COUNT; bin++)
    h->cold += at_least[bin];
}

pme_status pme__range_of_unknown(const pme_histogram *h, const double *at_least, const pme_allocator *allocator,
                                 pme_profile_range *range) {
  pme_status status = pme_histogram_merge(&range->nearest, h, 1, allocator);
  if (!status)
    status = pme_histogram_merge(&range->farthest, h, 1, allocator);
  for (int bin = 0; bin < PME_BIN_COUNT && !status; bin++)
    if (at_least[bin] > 0)
      status = pme_histogram_add_bin(&range->nearest, bin, at_least[bin], at_least[bin] * (double)pme_bin_start(bin),
                                     allocator);
  pme__all_are_first(&range->farthest, at_least);
  return status;
}

/* ---- in a gap ---- */

/* References to lines of the sample, on their way to the engine. */
typedef struct sampled_lines {
  pme__measurement *m;
  const uint64_t *start; /* of the records that are marked */
  const uint64_t *end;   /* records that begin before are */
  uint8_t marks[PME_MARK_BYTES];
} sampled_lines;

static void count_sampled(pme__measurement *m) {
  pme__distance_sampled(m->engine, m->lines, m->waiting, m->distances);
  double weight = pme__distance_weight(m->engine);
  for (uint32_t i = 0; i < m->waiting; i++) {
    pme_histogram *h = &m->sites[m->owners[i]].weighted;
    uint64_t distance = m->distances[i];
    if (distance == PME_DISTANCE_UNKNOWN || distance < m->window)
      continue;
    m->sites[m->owners[i]].far_in_gaps += weight;
    if (distance == PME_DISTANCE_INFINITE)
      h->cold += weight;
    else if (pme_histogram_add_bin(h, pme_bin_of(distance), weight, weight * (double)distance, m->host->allocator))
      pme__measurement_fail(m);
  }
  m->waiting = 0;
}

static void take_sampled(pme__measurement *m, uint32_t site, uint64_t line) {
  m->lines[m->waiting] = line;
  m->owners[m->waiting] = site;
  if (++m->waiting == WAITING)
    count_sampled(m);
}

static __attribute__((noinline)) void take_marked(pme__measurement *m, const pme_instrumented_block *block,
                                                  const uint64_t *addresses, uint64_t marks) {
  for (; marks != 0; marks &= marks - 1) {
    uint32_t site = (uint32_t)__builtin_ctzll(marks);
    take_sampled(m, (uint32_t)block->first_site + site, addresses[site] >> LINE_BITS);
  }
}

static __attribute__((noinline)) void mark_some(sampled_lines *s, const uint64_t *from, const uint64_t *to) {
  size_t count = (size_t)(to - from) < PME_MARKED_WORDS ? (size_t)(to - from) : PME_MARKED_WORDS;
  pme__distance_mark_sampled(s->m->engine, from, count, s->marks);
  s->start = from;
  s->end = from + count == to ? to : from + count - PME_RECORD_WORDS;
}

/* So many rounds of a run at a time: where its sites go through lines side by side, one is not far ahead. */
enum { ROUNDS_AT_ONCE = 64 };

static void take_site(pme__measurement *m, uint32_t site, uint64_t address, int64_t stride, uint64_t rounds) {
  uint64_t last = UINT64_MAX;
  for (uint64_t r = 0; r < rounds; r++, address += (uint64_t)stride) {
    uint64_t words[1] = {address};
    uint8_t mark = 0;
    if (address >> LINE_BITS == last)
      continue;
    last = address >> LINE_BITS;
    pme__distance_mark_sampled(m->engine, words, 1, &mark);
    if (mark)
      take_sampled(m, site, last);
  }
}

static void take_run(pme__measurement *m, const pme_instrumented_block *block, const uint64_t *words) {
  uint64_t rounds = words[0];
  uint32_t count = block->site_count;
  m->expanded += rounds * count;
  for (uint64_t done = 0; done < rounds; done += ROUNDS_AT_ONCE) {
    uint64_t some = rounds - done < ROUNDS_AT_ONCE ? rounds - done : ROUNDS_AT_ONCE;
    const uint64_t *recorded = words + 1 + count;
    for (uint32_t s = 0; s < count; s++) {
      bool is_recorded = block->sites[s].flags & PME_SITE_STRIDE_RECORDED;
      int64_t stride = is_recorded ? (int64_t)*recorded++ : block->sites[s].stride;
      take_site(m, (uint32_t)block->first_site + s, words[1 + s] + done * (uint64_t)stride, stride, some);
    }
  }
}

static uint32_t words_of_run(const pme_instrumented_block *block) {
  uint32_t words = 1 + block->site_count;
  for (uint32_t s = 0; s < block->site_count; s++)
    words += (block->sites[s].flags & PME_SITE_STRIDE_RECORDED) != 0;
  return words;
}

/* What stands behind the block in the record of a run; the end of the record. */
static __attribute__((noinline)) const uint64_t *pass_run(pme__measurement *m, const pme_instrumented_block *block,
                                                          const uint64_t *words) {
  site_counts *counts = &m->sites[block->first_site];
  for (uint32_t s = 0; s < block->site_count; s++)
    counts[s].rounds += words[0];
  counts->rounds_passed += words[0];
  if (m->thins)
    take_run(m, block, words);
  return words + words_of_run(block);
}

ALWAYS_INLINE const uint64_t *pass_records(pme__measurement *m, const uint64_t *from, const uint64_t *to,
                                           pme__line_pass *pass) {
  sampled_lines sampled = {.m = m, .start = from, .end = from};
  site_counts *const sites = m->sites;
  const uint64_t site_count = m->site_count;
  const bool thins = m->thins;
  while (from < to) {
    if (thins && from >= sampled.end)
      mark_some(&sampled, from, to);
    const pme_instrumented_block *block = (const pme_instrumented_block *)(uintptr_t)*from;
    if (block->first_site >= site_count)
      break;
    site_counts *counts = &sites[block->first_site];
    if (counts->records == counts->passed)
      break;
    if (pass)
      pme__line_see(pass, from, block);
    from++;
    counts->records++;
    counts->passed++;
    if (__builtin_expect(block->kind == PME_BLOCK_RUN, 0)) {
      from = pass_run(m, block, from);
      continue;
    }
    uint64_t marks = thins ? pme__marks_at(sampled.marks, (size_t)(from - sampled.start), block->site_count) : 0;
    if (__builtin_expect(marks != 0, 0))
      take_marked(m, block, from, marks);
    from += block->site_count;
  }
  return from;
}

static const uint64_t *pass_records_plain(pme__measurement *m, const uint64_t *from, const uint64_t *to,
                                          pme__line_pass *pass) {
  return pass_records(m, from, to, pass);
}

AVX2_VARIANT static const uint64_t *pass_records_avx2(pme__measurement *m, const uint64_t *from, const uint64_t *to,
                                                      pme__line_pass *pass) {
  return pass_records(m, from, to, pass);
}

const uint64_t *pme__pass_over(pme__measurement *m, const uint64_t *from, const uint64_t *to, pme__line_pass *pass) {
  from = (m->has_avx2 ? pass_records_avx2 : pass_records_plain)(m, from, to, pass);
  if (m->thins)
    count_sampled(m);
  return from;
}

/* ---- before the first gap ---- */

static bool keep_early(const pme__measurement *m, site_counts *site) {
  const pme_allocator *allocator = m->host->allocator;
  early_counts *early = pme__host_reallocate(m->host, NULL, 0, sizeof *early);
  if (!early)
    return false;
  *early = (early_counts){.records = site->records, .rounds = site->rounds};
  site->early = early;
  if (!pme__add_site_counts(m, site, &early->histogram))
    return false;
  pme_histogram_destroy(&site->whole, allocator);
  pme_histogram_destroy(&site->weighted, allocator);
  memset(site->near, 0, sizeof site->near);
  return true;
}

void pme__start_thin_gap(pme__measurement *m) {
  pme__distance_start_gap(m->engine);
  if (m->has_early)
    return;
  m->has_early = true;
  for (uint32_t s = 0; s < m->site_count; s++)
    if (!keep_early(m, &m->sites[s])) {
      pme__measurement_fail(m);
      return;
    }
}

/* ---- at the end ---- */

static void multiply(pme_histogram *h, int first, int end, double by) {
  for (int bin = first; bin < end; bin++) {
    pme_bin *row = h->rows[bin / PME_BINS_ROW];
    if (row) {
      row[bin % PME_BINS_ROW].count *= by;
      row[bin % PME_BINS_ROW].sum *= by;
    }
  }
}

/* What the sample stands for beyond the window becomes what was counted there; whatever is not known of it is `cold`. */
static void settle_far(pme_histogram *h, uint64_t window) {
  double scale = h->far > 0 ? pme_histogram_far_scale(h, window) : 0;
  if (pme_histogram_far_is_unknown(h, window))
    h->cold = h->far;
  multiply(h, pme_bin_of(window), PME_BIN_COUNT, scale);
  h->cold *= scale;
}

/* By how much what was measured near and beyond the window has to be multiplied to be that of all executions. */
typedef struct scales {
  double early, near, far;
} scales;

/* Executions before the first gap, since, and of these in gaps. */
typedef struct executions {
  double early, late, passed;
} executions;

static executions executions_of(const pme__measurement *m, const pme_instrumented_block *block) {
  const site_counts *first = &m->sites[block->first_site];
  bool is_run = block->kind == PME_BLOCK_RUN;
  double all = (double)(is_run ? first->rounds : first->records);
  double early = first->early ? (double)(is_run ? first->early->rounds : first->early->records) : 0;
  return (executions){early, all - early, (double)(is_run ? first->rounds_passed : first->passed)};
}

/* References beyond the window in gaps, by how many there are in bursts: as many, or as many as the sample has found for
 * each that it has found in bursts. */
typedef struct far_gaps {
  double as_bursts, found, likely;
} far_gaps;

/* What the sample has found is likely where it is more, or less, than chance makes of it. `all`: what the sample stands for,
 * in gaps or not; `weight`: each line of it; `times`: gaps, as multiples of bursts. */
static far_gaps far_in_gaps(const site_counts *site, const pme_histogram *late, double all, double weight,
                            double times) {
  enum { STANDARD_ERRORS = 3 };
  double in_bursts = all - site->far_in_gaps, as_bursts = times * late->far;
  if (late->far <= 0 || in_bursts <= 0 || site->far_in_gaps <= 0)
    return (far_gaps){as_bursts, as_bursts, as_bursts};
  double found = fmin(site->far_in_gaps / in_bursts * late->far, (1 + times) * late->total - late->far);
  double error = found * sqrt(weight / in_bursts + weight / site->far_in_gaps);
  bool is_chance = fabs(found - as_bursts) < STANDARD_ERRORS * error;
  return (far_gaps){as_bursts, found, is_chance ? as_bursts : found};
}

static scales scales_by(const pme_histogram *late, double times, double gaps) {
  double far = late->far, near = late->total - far;
  return (scales){.early = 1,
                  .near = near > 0 ? ((1 + times) * late->total - far - gaps) / near : 1,
                  .far = far > 0 ? (far + gaps) / far : 1};
}

/* All that goes beyond the window is in the bins, or a first reference. */
static void count_far(pme_histogram *h, uint64_t window) {
  double far = pme_histogram_beyond(h, window);
  h->far = far < h->total ? far : h->total;
}

static bool add_scaled(const pme__measurement *m, pme_histogram *to, const early_counts *early, pme_histogram *late,
                       scales s) {
  int far_bin = pme_bin_of(m->window);
  count_far(late, m->window);
  multiply(late, 0, far_bin, s.near);
  multiply(late, far_bin, PME_BIN_COUNT, s.far);
  late->cold *= s.far;
  late->total = s.near * (late->total - late->far) + s.far * late->far;
  count_far(late, m->window);
  return (!early || !pme_histogram_merge(to, &early->histogram, s.early, m->host->allocator)) &&
         !pme_histogram_merge(to, late, 1, m->host->allocator);
}

/* Late counts with what is not known of them as near and as far as it may be. */
static bool add_range(const pme__measurement *m, const site_counts *site, const pme_histogram *late, scales nearest,
                      scales farthest, pme_profile_range *to) {
  static const double nothing[PME_BIN_COUNT];
  const double *at_least = site->at_least ? site->at_least : nothing;
  pme_profile_range range = {.nearest = {.total = 0}};
  bool is_complete = to && !pme__range_of_unknown(late, at_least, m->host->allocator, &range) &&
                     add_scaled(m, &to->nearest, site->early, &range.nearest, nearest) &&
                     add_scaled(m, &to->farthest, site->early, &range.farthest, farthest);
  pme_histogram_destroy(&range.nearest, m->host->allocator);
  pme_histogram_destroy(&range.farthest, m->host->allocator);
  return is_complete;
}

/* Of `late`, and as it most likely is, with what is not known of it. `sampled`: what the sample stands for. */
static bool add_late(const pme__measurement *m, const site_counts *site, executions x, double sampled,
                     const pme_histogram *late, pme_histogram *likely, pme_profile *profile,
                     pme_profile_stream *stream) {
  double measured = x.late - x.passed, times = measured > 0 ? x.passed / measured : 0;
  if (measured <= 0)
    return add_scaled(m, &stream->histogram, site->early, likely, (scales){.early = 1 + x.late / x.early});
  far_gaps gaps = far_in_gaps(site, likely, sampled, pme__distance_weight(m->engine), times);
  scales nearest = scales_by(likely, times, fmin(gaps.found, gaps.as_bursts));
  scales farthest = scales_by(likely, times, fmax(gaps.found, gaps.as_bursts));
  return add_range(m, site, late, nearest, farthest, pme_profile_range_of(profile, stream)) &&
         add_scaled(m, &stream->histogram, site->early, likely, scales_by(likely, times, gaps.likely));
}

bool pme__add_thinned(const pme__measurement *m, const pme_instrumented_block *block, uint32_t number,
                      pme_profile *profile, pme_profile_stream *stream) {
  const site_counts *site = &m->sites[number];
  pme_histogram late = {.total = 0}, likely = {.total = 0};
  bool is_complete = pme__add_site_counts(m, site, &late);
  settle_far(&late, m->window);
  is_complete = is_complete && !pme_histogram_merge(&likely, &late, 1, m->host->allocator);
  if (site->at_least)
    pme__spread_unknown(&likely, site->at_least);
  count_far(&likely, m->window);
  double sampled = pme_histogram_beyond(&site->weighted, m->window);
  is_complete = is_complete && add_late(m, site, executions_of(m, block), sampled, &late, &likely, profile, stream);
  pme_histogram_destroy(&late, m->host->allocator);
  pme_histogram_destroy(&likely, m->host->allocator);
  return is_complete;
}

void pme__scale_set_sample(const pme__measurement *m, const pme_instrumented_block *block, pme_profile_stream *stream) {
  executions x = executions_of(m, block);
  double all = x.early + x.late, times = all > x.passed ? all / (all - x.passed) : 1;
  for (int g = 0; g < PME_PROFILE_MAX_GEOMETRIES; g++) {
    stream->set_sample[g].hits *= times;
    stream->set_sample[g].expected *= times;
    stream->set_sample[g].variance *= times * times;
  }
}
