/* Misses of a part of a profile at one level of a machine, by the three ways of counting
 * (docs/model/profiles.md 3). */
#include <math.h>

#include "analysis/reuse/sdcm.h"
#include "pmecache/profile_answer.h"

/* What the streams of a part have in sum. Everything is scaled from what was measured to all accesses. */
typedef struct part_sum {
  pme_histogram histogram;
  double accesses;
  double set_total, set_hits; /* of the geometry that fits the level */
  bool is_sampled;            /* it was sampled: */
  pme_set_sample sample;
  double crowded,
      crowded_most; /* misses of references beyond the window where lines crowd in few sets, beyond SDCM's */
  double measured;  /* references that were looked at */
  int threads;      /* highest thread + 1 */
} part_sum;

/* The geometry with the level's number of sets and enough ways, or -1. One that was followed goes before one that was
 * sampled. */
static int geometry_of(const pme_profile_options *o, const pme_cache_level *level) {
  int best = -1;
  for (int g = 0; g < o->geometry_count; g++) {
    const pme_geometry *geometry = &o->geometries[g];
    bool ways_fit = geometry->sampled ? geometry->ways == level->associativity : geometry->ways >= level->associativity;
    if (geometry->sets == pme_cache_sets(level) && ways_fit && (best < 0 || !geometry->sampled))
      best = g;
  }
  return best;
}

static double scale_of(double accesses, double measured) {
  return measured > 0 && accesses > measured ? accesses / measured : 1;
}

static void add_sample(pme_set_sample *sum, const pme_set_sample *s, double scale) {
  sum->hits += scale * s->hits;
  sum->expected += scale * s->expected;
  sum->variance += scale * scale * s->variance;
  sum->weight = s->weight > sum->weight ? s->weight : sum->weight;
  sum->partly |= s->partly;
}

/* Misses of the references beyond the window in a cache of these lines. */
static double misses_beyond(const pme_histogram *h, uint64_t window_lines, int64_t ways, double lines) {
  pme__sdcm cache = pme__sdcm_prepare(ways, lines > (double)ways ? (int64_t)lines : ways);
  return pme__sdcm_misses_beyond(&cache, h, window_lines);
}

/* What lies beyond the window is crowded in so many times fewer sets as what lies within it, which is more than chance
 * (three standard errors of a count) makes of lines that are spread evenly; else 1. See docs/model/profiles.md. */
static double crowding(const pme_set_sample *s) {
  const double least = 1.5;
  bool by_chance = s->met - s->met_evenly < 3 * sqrt(s->met_evenly);
  return s->met_evenly > 0 && !by_chance && s->met > least * s->met_evenly ? s->met / s->met_evenly : 1;
}

/* Further away there may be no crowd any more, or a denser one: twice as dense at most, so it is taken. */
static void add_crowd(part_sum *sum, const pme_profile_stream *s, const pme_set_sample *sample,
                      const pme_cache_level *level, uint64_t window_lines) {
  double crowd = crowding(sample), lines = (double)(level->size_bytes / level->line_bytes);
  if (crowd <= 1 || window_lines == 0 || pme_histogram_far_is_unknown(&s->histogram, window_lines))
    return;
  double scale = scale_of(s->accesses, s->histogram.total);
  double even = misses_beyond(&s->histogram, window_lines, level->associativity, lines);
  sum->crowded += scale * (misses_beyond(&s->histogram, window_lines, level->associativity, lines / crowd) - even);
  sum->crowded_most +=
      scale * (misses_beyond(&s->histogram, window_lines, level->associativity, lines / (2 * crowd)) - even);
}

static void add_stream(part_sum *sum, const pme_profile_stream *s, int geometry, const pme_cache_level *level,
                       uint64_t window_lines) {
  sum->threads = s->thread >= sum->threads ? s->thread + 1 : sum->threads;
  sum->measured += s->histogram.total;
  if (geometry < 0 || s->histogram.total <= 0)
    return;
  if (!s->set_hits[geometry]) {
    sum->is_sampled = true;
    add_sample(&sum->sample, &s->set_sample[geometry], scale_of(s->accesses, s->histogram.total));
    add_crowd(sum, s, &s->set_sample[geometry], level, window_lines);
    return;
  }
  double scale = scale_of(s->accesses, s->set_total);
  sum->set_total += scale * s->set_total;
  for (int depth = 0; depth < level->associativity; depth++)
    sum->set_hits += scale * s->set_hits[geometry][depth];
}

static pme_status sum_part(const pme_profile *p, const pme_profile_part *part, const pme_cache_level *level,
                           part_sum *sum) {
  int geometry = geometry_of(pme_profile_options_of(p), level);
  *sum = (part_sum){.accesses = 0};
  for (int position = 0, i; (i = pme_profile_next_stream(p, part, &position)) != PME_NONE;)
    add_stream(sum, pme_profile_stream_at(p, i), geometry, level, pme_profile_options_of(p)->window_lines);
  return pme_profile_sum(p, part, &sum->histogram, &sum->accesses);
}

static double references_beyond(const pme_histogram *h, double lines, uint64_t window) {
  return pme_histogram_miss_rate(h, window, lines) * h->total;
}

/* Two standard errors of a share that was estimated from the far references of a sample. */
static double sampling_error(const pme_profile_options *o, const part_sum *sum, double misses) {
  if (o->sampling != PME_SAMPLING_HYBRID || sum->histogram.far <= 0 || o->sample_lines == 0)
    return 0;
  double share = misses / sum->histogram.far;
  share = share < 0 ? 0 : share > 1 ? 1 : share;
  return 2 * sum->histogram.far * sqrt((share * (1 - share) + 1e-6) / (double)o->sample_lines);
}

static double smallest(double a, double b) { return a < b ? a : b; }
static double largest(double a, double b) { return a > b ? a : b; }

/* What not one of the sample may have shown: with 95% it is less than three of them would stand for (Hanley and
 * Lippman-Hand 1983). No more than what may miss at all: a line with fewer others since than a set has ways is there,
 * wherever these lie. */
static double unseen_in_sets(const part_sum *sum, int64_t ways, uint64_t window) {
  if (!sum->is_sampled)
    return 0;
  double cold = sum->histogram.cold * pme_histogram_far_scale(&sum->histogram, window);
  double in_question = references_beyond(&sum->histogram, (double)ways, window) - cold;
  return smallest(3 * sum->sample.weight, largest(in_question, 0));
}

/* Beside that two standard errors. */
static double set_sample_error(const part_sum *sum, double unseen) {
  return sum->is_sampled ? 2 * sqrt(sum->sample.variance) + unseen : 0;
}

/* Misses by the real sets: counted, or those of SDCM less what a sample of references hits more often; else NaN. */
static double misses_of_sets(const part_sum *sum, double sdcm) {
  if (sum->set_total > 0)
    return sum->set_total - sum->set_hits;
  if (!sum->is_sampled)
    return NAN;
  double misses = sdcm - (sum->sample.hits - sum->sample.expected) + sum->crowded;
  return smallest(largest(misses, 0), sum->histogram.total);
}

static void fill_misses(const pme_profile_options *o, const part_sum *sum, const pme_profile_counts *c,
                        bool shared_by_team, pme_misses *m) {
  bool has_sets = !isnan(c->exact_index);
  bool unknown = pme_histogram_far_is_unknown(&sum->histogram, o->window_lines);
  double error = has_sets && !sum->is_sampled ? 0 : sampling_error(o, sum, c->sdcm) + set_sample_error(sum, c->unseen);
  double far = unknown && (!has_sets || sum->is_sampled) ? sum->histogram.far : 0;
  *m = (pme_misses){.accesses = sum->accesses > 0 ? sum->accesses : sum->histogram.total,
                    .engine = PME_ENGINE_PROFILE,
                    .precision = PME_PRECISION_ESTIMATE};
  m->misses = has_sets && !sum->is_sampled ? c->exact_index : (has_sets ? c->exact_index : c->sdcm) + far;
  m->cold = smallest(m->misses, sum->histogram.cold * pme_histogram_far_scale(&sum->histogram, o->window_lines));
  m->self = m->misses - m->cold;
  m->low = (has_sets ? m->misses - far : smallest(c->sdcm, c->fully_associative - far)) - error;
  m->high = (has_sets ? m->misses : largest(c->sdcm + far, c->fully_associative)) + error;
  if (sum->is_sampled && sum->sample.partly) {
    m->low = smallest(m->low, smallest(c->sdcm, c->fully_associative - far) - error);
    m->high = largest(m->high, largest(c->sdcm + far, c->fully_associative) + error);
  }
  if (sum->is_sampled) {
    m->low -= sum->crowded;
    m->high += sum->crowded_most - sum->crowded;
  }
  m->low = m->low > 0 ? m->low : 0;
  if (shared_by_team) {
    /* Other threads may take every line away, or bring every line: own distances bound nothing. */
    m->precision = PME_PRECISION_BOUND;
    m->low = 0;
    m->high = m->accesses;
  } else if (has_sets && !sum->is_sampled && sum->measured >= m->accesses && o->rate >= 1) {
    m->precision = PME_PRECISION_EXACT;
  }
}

/* The interval of a scaled part reaches from the nearest to the farthest distances that its runs allow, and that of
 * bursts to those of lines that they saw once. By `more` the sets of the cache miss more than SDCM says. */
static pme_status widen_by_range(const pme_profile *p, const pme_profile_part *part, const pme__sdcm *cache,
                                 double more, pme_misses *m) {
  uint64_t window = pme_profile_options_of(p)->window_lines;
  pme_status status = PME_OK;
  for (pme_range_end end = PME_RANGE_NEAREST; end <= PME_RANGE_FARTHEST && !status; end++) {
    pme_histogram h = {.total = 0};
    bool open;
    status = pme_profile_sum_range(p, part, end, &h, &open);
    if (!status && open) {
      double sdcm = pme__sdcm_misses(cache, &h, window), full = references_beyond(&h, (double)cache->lines, window);
      m->low = smallest(m->low, largest(0, smallest(sdcm, full) + smallest(more, 0)));
      m->high = largest(m->high, largest(sdcm, full) + largest(more, 0));
    }
    pme_histogram_destroy(&h, pme_profile_allocator(p));
  }
  return status;
}

/* A gap that a sample may have made by chance is none. */
static bool is_conflict(const pme_profile_counts *c, double references, double error) {
  double gap = fabs(c->exact_index - c->sdcm);
  return references > 0 && gap > PME_SET_CONFLICT_GAP * references && gap > error;
}

/* Whether threads of the team share an instance of the level. */
static bool is_shared(const pme_profile_question *q) {
  bool shared = q->machine->levels[q->level].shared_by > 1;
  return shared && q->threads > pme_machine_instances(q->machine, q->level, q->threads);
}

static pme_profile_counts count_misses(const part_sum *sum, const pme__sdcm *cache, uint64_t window) {
  double sdcm = pme__sdcm_misses(cache, &sum->histogram, window);
  pme_profile_counts c = {.exact_index = misses_of_sets(sum, sdcm),
                          .sets_sampled = sum->is_sampled && sum->set_total <= 0,
                          .unseen = unseen_in_sets(sum, cache->ways, window),
                          .sdcm = sdcm,
                          .fully_associative = references_beyond(&sum->histogram, (double)cache->lines, window)};
  c.set_conflict = is_conflict(&c, sum->histogram.total, set_sample_error(sum, c.unseen));
  return c;
}

pme_status pme_profile_misses(const pme_profile *p, const pme_profile_question *question, bool *answered,
                              pme_misses *misses, pme_profile_counts *counts) {
  const pme_profile_options *o = pme_profile_options_of(p);
  const pme_cache_level *l = &question->machine->levels[question->level];
  part_sum sum;
  *answered = l->line_bytes == o->line_bytes;
  if (!*answered)
    return PME_OK;
  pme_status status = sum_part(p, question->part, l, &sum);
  if (!status) {
    pme__sdcm cache = pme__sdcm_prepare(l->associativity, l->size_bytes / l->line_bytes);
    pme_profile_counts c = count_misses(&sum, &cache, o->window_lines);
    if (misses) {
      fill_misses(o, &sum, &c, is_shared(question), misses);
      double more = isnan(c.exact_index) ? 0 : c.exact_index - c.sdcm;
      status = widen_by_range(p, question->part, &cache, more, misses);
    }
    if (counts)
      *counts = c;
  }
  pme_histogram_destroy(&sum.histogram, pme_profile_allocator(p));
  return status;
}
