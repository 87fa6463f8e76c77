/* The Markov chain reference by reference, or as a diffusion where intervals are long. */
#include "concurrent_markov.h"

#include <math.h>
#include <string.h>

#include "concurrent_gaps.h"

/* Threads squared times lines: about a minute. */
static const double MOST_WORK = 1e7;
static const double LONG_INTERVAL = 6000; /* references of the others: from here on the chain is a diffusion (6.2) */
static const double NOTHING = 1e-14;

typedef struct markov_thread {
  double references, lines, shared_references, fraction;
  const pme__tally_list *distances;
  double *reaches; /* P(rd >= j), j = 0 .. most */
} markov_thread;

typedef struct markov {
  pme__markov_form form;
  uint32_t count;
  markov_thread *thread;
  double shared_lines; /* S, among the threads of the cache */
  double all_lines;
  uint32_t most;                          /* the largest d */
  double *step, *chance, *weight, *split; /* by d; `split` by crd: differences of the weight that lies evenly */
  double *others;                         /* G_i(d) of each other thread, one row each */
  uint32_t target;
} markov;

/* ---- single equations ---- */

void pme__markov_advance(const double *step, uint32_t most, double *chance) {
  for (uint32_t d = most; d > 0; d--)
    chance[d] = chance[d] * (1 - step[d]) + chance[d - 1] * step[d - 1];
  chance[0] *= 1 - step[0];
}

double pme__markov_same(double shared_lines, double lines_of_i, double lines_of_t) {
  return shared_lines / (lines_of_i * lines_of_t);
}

double pme__markov_different(double same, double lines) { return pow(1 - fmin(1, same), lines); }

double pme__markov_split(const pme__markov_target *target, double d, pme__markov_form form) {
  if (form == PME_MARKOV_PRINTED)
    return 1 - pme__markov_different(pme__markov_same(target->shared_lines, target->lines, target->lines_of_others), d);
  return target->shared_fraction * (1 - pme__markov_different((target->threads - 1.0) / target->lines_of_others, d));
}

double pme__markov_split_kept(double rd, double d, pme__markov_form form) {
  return form == PME_MARKOV_PRINTED ? rd / (d + rd) : 1;
}

/* ---- tables ---- */

/* P(rd >= j) of a thread, values of a bin lying evenly. */
static void fill_reaches(const markov *m, markov_thread *thread) {
  memset(thread->reaches, 0, sizeof *thread->reaches * (m->most + 1));
  double far = thread->lines / thread->references; /* infinite, or beyond the table */
  for (uint32_t i = 0; i < thread->distances->count; i++) {
    const pme__tally_bin *bin = &thread->distances->bin[i];
    uint32_t b = pme__tally_bin_of((uint64_t)(bin->sum / bin->count));
    uint64_t first = pme__tally_first(b), last = pme__tally_last(b);
    double each = bin->count / thread->references / (double)(last + 1 - first);
    for (uint64_t j = first; j <= last; j++)
      if (j < m->most)
        thread->reaches[j] += each;
      else
        far += each;
  }
  for (uint32_t j = m->most + 1; j-- > 0;)
    far = thread->reaches[j] += far;
}

static double lines_except(const markov *m, uint32_t a, uint32_t b) {
  double lines = 0;
  for (uint32_t i = 0; i < m->count; i++)
    lines += i == a || i == b ? 0 : m->thread[i].lines;
  return lines;
}

/* The inner sum of Eqs 6 and 7 for d distinct lines so far: over j of them that are thread i's. */
static double new_to_itself(const markov *m, const markov_thread *thread, double part, double same_of_rest,
                            uint32_t d) {
  if (part >= 1)
    return thread->reaches[d];
  double mean = d * part, wide = 9 * sqrt(mean * (1 - part)) + 9;
  uint32_t first = mean > wide ? (uint32_t)(mean - wide) : 0, last = mean + wide < d ? (uint32_t)(mean + wide) : d;
  double log_chance = lgamma(d + 1.0) - lgamma(first + 1.0) - lgamma(d - first + 1.0) + first * log(part) +
                      (d - first) * (log1p(-part) + log1p(-fmin(same_of_rest, 1 - 1e-12)));
  double chance = exp(log_chance), odds = part / (1 - part) / (1 - fmin(same_of_rest, 1 - 1e-12)), sum = 0;
  for (uint32_t j = first; j <= last; j++) {
    sum += chance * thread->reaches[j < m->most ? j : m->most];
    chance *= (double)(d - j) / (j + 1.0) * odds;
  }
  return sum;
}

static void fill_others(const markov *m) {
  bool printed = m->form == PME_MARKOV_PRINTED;
  for (uint32_t i = 0; i < m->count; i++) {
    const markov_thread *thread = &m->thread[i];
    if (i == m->target || thread->references == 0)
      continue;
    double part = thread->lines / lines_except(m, printed ? i : m->target, UINT32_MAX);
    double rest = lines_except(m, i, m->target);
    double same = rest > 0 ? pme__markov_same(m->shared_lines, thread->lines, rest) : 0;
    double *row = m->others + (size_t)i * (m->most + 1);
    for (uint32_t d = 0; d <= m->most; d++)
      row[d] = new_to_itself(m, thread, part, printed ? same : same * (m->count - 2), d);
  }
}

/* q(d) for an interval with `distance` lines of the target's thread (Eq. 7, with Eqs 8 to 12). */
static void fill_step(const markov *m, double distance) {
  const markov_thread *target = &m->thread[m->target];
  memset(m->step, 0, sizeof *m->step * (m->most + 1));
  for (uint32_t i = 0; i < m->count; i++) {
    const markov_thread *thread = &m->thread[i];
    if (i == m->target || thread->references == 0)
      continue;
    double same = pme__markov_same(m->shared_lines, thread->lines, target->lines);
    double rate = thread->fraction / (m->form == PME_MARKOV_PRINTED ? 1 : 1 - target->fraction) *
                  pme__markov_different(same, distance);
    for (uint32_t d = 0; d <= m->most; d++)
      m->step[d] += rate * m->others[(size_t)i * (m->most + 1) + d];
  }
  for (uint32_t d = 0; d <= m->most; d++)
    m->step[d] = fmin(1, m->step[d]);
  m->step[m->most] = 0; /* or the chain would leak out of its end */
}

/* ---- Eq. 4: the weight of each d, summed over k ---- */

typedef struct band {
  uint32_t first, last;
} band;

static void sum_chain(const markov *m, double between, double fraction) {
  bool printed = m->form == PME_MARKOV_PRINTED;
  double mean = (printed ? between : between + 1) * (1 - fraction) / fraction;
  double end = printed ? floor(5 * mean) : mean + 10 * sqrt(mean / fraction) + 40;
  double log_weight = (printed ? between : between + 1) * log(fraction), log_rest = log1p(-fraction);
  band b = {0, 0};
  memset(m->chance, 0, sizeof *m->chance * (m->most + 1));
  m->chance[0] = 1;
  for (double k = 0;; k++) {
    double weight = exp(log_weight);
    for (uint32_t d = b.first; weight > 1e-18 && d <= b.last; d++)
      m->weight[d] += weight * m->chance[d];
    if (k >= end)
      return;
    log_weight += log((k + 1 + between) / (k + 1)) + log_rest;
    b.last += b.last < m->most;
    pme__markov_advance(m->step + b.first, b.last - b.first, m->chance + b.first);
    while (b.first < b.last && m->chance[b.first] < NOTHING)
      m->chance[b.first++] = 0;
    while (b.last > b.first && m->chance[b.last] < NOTHING)
      m->chance[b.last--] = 0;
  }
}

/* Long intervals: mean' = q, variance' = q (1 - q) + 2 q' variance, and the spread of k on top. */
static void sum_diffusion(const markov *m, double between, double fraction) {
  enum { STEPS = 4000 };
  double references = pme__gap_mean(between, fraction), h = references / STEPS, mean = 0, variance = 0;
  uint32_t d = 0;
  for (int i = 0; i < STEPS; i++) {
    d = mean >= m->most ? m->most - 1 : (uint32_t)mean;
    double q = m->step[d] + (m->step[d + 1] - m->step[d]) * fmin(1, mean - d);
    uint32_t low = d > 2 ? d - 2 : 0, high = d + 2 <= m->most ? d + 2 : m->most;
    double slope = high > low ? (m->step[high] - m->step[low]) / (high - low) : 0;
    mean = fmin(m->most, mean + h * q);
    variance = fmax(0, variance + h * (q * (1 - q) + 2 * slope * variance));
  }
  double spread = m->step[d] * pme__gap_deviation(between, fraction);
  variance += spread * spread;
  double wide = 8 * sqrt(variance) + 1, total = 0;
  uint32_t first = mean > wide ? (uint32_t)(mean - wide) : 0;
  uint32_t last = mean + wide < m->most ? (uint32_t)(mean + wide) : m->most;
  for (uint32_t x = first; x <= last; x++)
    total += m->weight[x] = exp(-0.5 * (x - mean) * (x - mean) / (variance + 0.08));
  for (uint32_t x = first; x <= last; x++)
    m->weight[x] /= total * (m->form == PME_MARKOV_PRINTED ? fraction : 1);
}

static void fill_weights(const markov *m, double between, double fraction) {
  memset(m->weight, 0, sizeof *m->weight * (m->most + 1));
  if (pme__gap_mean(between, fraction) < LONG_INTERVAL)
    sum_chain(m, between, fraction);
  else
    sum_diffusion(m, between, fraction);
  if (m->form == PME_MARKOV_PRINTED)
    return;
  double total = 0; /* what the cut tails took away */
  for (uint32_t d = 0; d <= m->most; d++)
    total += m->weight[d];
  for (uint32_t d = 0; d <= m->most; d++)
    m->weight[d] /= total;
}

/* ---- Eqs 14 and 15 ---- */

/* Weight that lies evenly on the distances 0 .. rd + d - 1, or on d .. rd + d - 1 as printed. */
static void add_split(const markov *m, double weight, double rd, uint32_t d) {
  uint32_t end = (uint32_t)fmin(m->all_lines, ceil(rd) + d);
  uint32_t start = m->form == PME_MARKOV_PRINTED ? d : 0;
  if (end <= start)
    return;
  m->split[start] += weight * pme__markov_split_kept(rd, d, m->form) / (end - start);
  m->split[end] -= weight * pme__markov_split_kept(rd, d, m->form) / (end - start);
}

static void add_bin(const markov *m, const pme__markov_target *target, const pme__tally_bin *bin,
                    pme__concurrent_profile *profile) {
  double rd = bin->sum / bin->count, between = bin->time / bin->count;
  fill_step(m, rd);
  fill_weights(m, between, m->thread[m->target].fraction);
  for (uint32_t d = 0; d <= m->most; d++) {
    if (m->weight[d] <= 0)
      continue;
    double split = pme__markov_split(target, d, m->form), weight = bin->count * m->weight[d];
    pme__tally_add_real(&profile->finite, fmin(rd + d, m->all_lines - 1), weight * (1 - split));
    if (split > 0)
      add_split(m, weight * split, rd, d);
  }
}

static void one_thread(markov *m, uint32_t t, pme__concurrent_profile *profile) {
  const markov_thread *thread = &m->thread[t];
  m->target = t;
  pme__markov_target target = {m->shared_lines, thread->lines, lines_except(m, t, UINT32_MAX),
                               thread->shared_references / thread->references, m->count};
  fill_others(m);
  memset(m->split, 0, sizeof *m->split * ((size_t)m->all_lines + 2));
  for (uint32_t i = 0; i < thread->distances->count; i++)
    add_bin(m, &target, &thread->distances->bin[i], profile);
  double running = 0;
  for (uint64_t x = 0; x < (uint64_t)m->all_lines; x++) {
    running += m->split[x];
    pme__tally_add(&profile->finite, x, running, 0);
  }
  profile->infinite = thread->lines;
}

/* ---- inputs ---- */

static pme_status read_inputs(markov *m, const pme__sharing *sharing, const pme__cache_threads *cache,
                              pme_arena *scratch) {
  uint32_t *on_cache = PME_ARENA_NEW(scratch, uint32_t, sharing->classes + 1);
  m->thread = PME_ARENA_NEW(scratch, markov_thread, m->count + 1);
  if (!on_cache || !m->thread)
    return PME_NO_MEMORY;
  double references = 0;
  for (uint32_t i = 0; i < m->count; i++) {
    const pme__sharing_thread *thread = &sharing->thread[cache ? cache->thread[i] : i];
    m->thread[i] =
        (markov_thread){.references = thread->references, .lines = thread->lines, .distances = &thread->distances};
    references += thread->references;
    for (uint32_t p = thread->first_part; p < thread->first_part + thread->parts; p++)
      m->shared_lines +=
          ++on_cache[sharing->part[p].line_class] == 2 ? sharing->class_lines[sharing->part[p].line_class] : 0;
  }
  for (uint32_t i = 0; i < m->count; i++) {
    const pme__sharing_thread *thread = &sharing->thread[cache ? cache->thread[i] : i];
    m->thread[i].fraction = references > 0 ? thread->references / references : 0;
    for (uint32_t p = thread->first_part; p < thread->first_part + thread->parts; p++)
      if (on_cache[sharing->part[p].line_class] > 1)
        m->thread[i].shared_references +=
            sharing->part[p].lines + pme__tally_list_above(&sharing->part[p].reuse_times, -1);
  }
  return PME_OK;
}

static pme_status make_tables(markov *m, pme_arena *scratch) {
  size_t room = (size_t)m->most + 2;
  m->step = PME_ARENA_NEW(scratch, double, room);
  m->chance = PME_ARENA_NEW(scratch, double, room);
  m->weight = PME_ARENA_NEW(scratch, double, room);
  m->split = PME_ARENA_NEW(scratch, double, (size_t)m->all_lines + 2);
  m->others = PME_ARENA_NEW(scratch, double, room * m->count);
  if (!m->step || !m->chance || !m->weight || !m->split || !m->others)
    return PME_NO_MEMORY;
  for (uint32_t i = 0; i < m->count; i++) {
    m->thread[i].reaches = PME_ARENA_NEW(scratch, double, room);
    if (!m->thread[i].reaches)
      return PME_NO_MEMORY;
    if (m->thread[i].references > 0)
      fill_reaches(m, &m->thread[i]);
  }
  return PME_OK;
}

static pme_status run(markov *m, const pme__sharing *sharing, const pme__cache_threads *cache, pme_arena *scratch,
                      pme_arena *arena, pme__concurrent_profile *profiles) {
  pme_status status = read_inputs(m, sharing, cache, scratch);
  if (status == PME_OK)
    status = make_tables(m, scratch);
  for (uint32_t i = 0; i < m->count && status == PME_OK; i++) {
    double fraction = m->thread[i].fraction;
    if (fraction == 0 || fraction == 1) {
      status = pme__concurrent_alone(sharing, cache ? cache->thread[i] : i, arena, &profiles[i]);
      continue;
    }
    status = pme__concurrent_profile_open(arena, (uint64_t)sharing->lines, &profiles[i]);
    profiles[i].references = m->thread[i].references;
    if (status == PME_OK)
      one_thread(m, i, &profiles[i]);
  }
  return status;
}

pme_status pme__concurrent_markov(const pme__sharing *sharing, const pme__cache_threads *cache, pme__markov_form form,
                                  pme_arena *arena, pme__concurrent_profile *profiles) {
  double threads = cache ? cache->count : sharing->threads;
  if (threads * threads * sharing->lines > MOST_WORK)
    return PME_OVER_BUDGET;
  pme_arena *scratch = pme_arena_create();
  if (!scratch)
    return PME_NO_MEMORY;
  markov m = {.form = form,
              .count = cache ? cache->count : sharing->threads,
              .all_lines = sharing->lines,
              .most = (uint32_t)sharing->lines + 1};
  pme_status status = run(&m, sharing, cache, scratch, arena, profiles);
  pme_arena_destroy(scratch);
  return status;
}
