/* Reuse distances at the target: streams are matched over the runs, cut into groups of equal mass and fitted one by
 * one. */
#include <math.h>

#include "scaling.h"

/* ---- matching ---- */

static const pme_profile_stream *stream_in(const scaling *s, int k, const pme_profile_stream *stream) {
  const pme_profile *base = base_of(s), *other = s->runs[k].profile;
  const pme_profile_reference *r = &REFERENCES(base)[stream->reference];
  int function = pme__scale_function_in(s, k, BLOCKS(base)[r->block].function);
  int reference = function == PME_NONE ? PME_NONE : pme__index_find(other, THING_REFERENCE, function, r->number);
  int i = reference == PME_NONE ? PME_NONE : pme__index_find(other, THING_STREAM, reference, stream->thread);
  return i == PME_NONE ? NULL : STREAMS(other)[i];
}

/* ---- groups of equal mass ---- */

/* A histogram whose far part is to be scaled. */
typedef struct scaled_bins {
  const pme_histogram *histogram;
  int far_bin;
  double scale;
} scaled_bins;

static scaled_bins bins_of(const pme_histogram *h, uint64_t window) {
  return (scaled_bins){h, pme_bin_of(window), pme_histogram_far_scale(h, window)};
}

static double bin_weight(const scaled_bins *b, int bin) {
  return (bin >= b->far_bin ? b->scale : 1) * pme_histogram_bin(b->histogram, bin).count;
}

static double finite_weight(const scaled_bins *b) {
  double all = 0;
  for (int bin = 0; bin < PME_BIN_COUNT; bin++)
    all += bin_weight(b, bin);
  return all;
}

double pme__scale_cold_weight(const pme_histogram *h, uint64_t window) {
  return pme_histogram_far_scale(h, window) * h->cold;
}

pme__scale_cut pme__scale_begin_cut(double all, double *means) {
  double room = all / PME_SCALE_GROUPS;
  return (pme__scale_cut){.room = room, .left = room, .means = means};
}

void pme__scale_add_to_cut(pme__scale_cut *cut, double distance, double weight) {
  static const double rounding = 1e-9;
  cut->last = distance;
  while (weight > 0 && cut->group < PME_SCALE_GROUPS) {
    double part = fmin(weight, cut->left);
    cut->sum += part * distance;
    cut->left -= part;
    weight -= part;
    if (cut->left > rounding * cut->room)
      continue;
    cut->means[cut->group++] = cut->sum / cut->room;
    cut->left = cut->room;
    cut->sum = 0;
  }
}

void pme__scale_end_cut(pme__scale_cut *cut) {
  while (cut->group < PME_SCALE_GROUPS)
    cut->means[cut->group++] = cut->last;
}

/* Mean distance of each of PME_SCALE_GROUPS groups; false when there are no finite distances. */
static bool cut_into_groups(const pme_histogram *h, uint64_t window, double *means) {
  scaled_bins bins = bins_of(h, window);
  double all = finite_weight(&bins);
  if (all <= 0)
    return false;
  pme__scale_cut groups = pme__scale_begin_cut(all, means);
  for (int bin = 0; bin < PME_BIN_COUNT; bin++) {
    pme_bin b = pme_histogram_bin(h, bin);
    if (b.count > 0)
      pme__scale_add_to_cut(&groups, b.sum / b.count, bin_weight(&bins, bin));
  }
  pme__scale_end_cut(&groups);
  return true;
}

/* ---- one stream ---- */

/* Near distances: how many are below each edge, and what they are between two. */
static void count_near(const pme_histogram *h, uint64_t window, stream_data *d, int run) {
  scaled_bins bins = bins_of(h, window);
  double all = finite_weight(&bins), below = 0;
  int bin = 0;
  for (int i = 0; i < PME_SCALE_EDGES; i++) {
    double weight = 0, sum = 0;
    d->near[run][i] = all > 0 ? below / all : 0;
    for (const int end = pme_bin_of((uint64_t)pme__scale_edge(i + 1)); bin < end; bin++) {
      pme_bin b = pme_histogram_bin(h, bin);
      weight += bin_weight(&bins, bin);
      sum += b.count > 0 ? bin_weight(&bins, bin) * b.sum / b.count : 0;
    }
    if (weight > 0)
      d->near_mean[i] = sum / weight;
    below += weight;
  }
}

static void sum_groups(stream_data *d, int run) {
  d->sums[run][0] = 0;
  for (int g = 0; g < PME_SCALE_GROUPS; g++)
    d->sums[run][g + 1] = d->sums[run][g] + d->means[run][g];
}

static void find_slow_loop(const scaling *s, const pme_profile_stream *base, stream_data *d) {
  d->slow_loop = pme__scale_slow_loop(s, base->reference);
  d->laws = PME_SCALE_POWERS | (pme__scale_is_beside_slow_loop(s, base->reference) ? PME_SCALE_LOGARITHM : 0);
  if (d->slow_loop == PME_NONE)
    return;
  pme__scale_counts entries = pme__scale_entries_of_runs(s, d->slow_loop);
  for (int k = 0; k < s->count; k++)
    d->entries[k] = entries.of_run[k];
}

static bool collect(const scaling *s, const pme_profile_stream *base, stream_data *d) {
  uint64_t window = base_of(s)->options.window_lines;
  *d = (stream_data){.has_groups = true};
  for (int k = 0; k < s->count; k++) {
    const pme_profile_stream *stream = stream_in(s, k, base);
    if (!stream || stream->histogram.total <= 0)
      return false;
    double scale = stream->accesses > 0 ? stream->accesses / stream->histogram.total : 1;
    d->accesses[k] = stream->accesses > 0 ? stream->accesses : stream->histogram.total;
    d->cold[k] = scale * pme__scale_cold_weight(&stream->histogram, window);
    d->has_groups &= cut_into_groups(&stream->histogram, window, d->means[k]);
    count_near(&stream->histogram, window, d, k);
    sum_groups(d, k);
  }
  find_slow_loop(s, base, d);
  return true;
}

static void add_finite(scaling *s, pme_histogram *h, double distance, double count) {
  static const double rounding = 1e-6; /* of sums: 8 lines are not 7.999999 */
  distance = fmin(distance, 0x1p60);
  if (pme_histogram_add_bin(h, pme_bin_of((uint64_t)(distance + rounding)), count, count * distance,
                            pme__profile_allocator(s->result)))
    s->result->status = PME_NO_MEMORY;
}

static double finite_part(const pme_histogram *h) { return (h->total - h->cold) / PME_SCALE_GROUPS; }

static void start_histogram(pme_histogram *h, double total, double cold) {
  h->total = total;
  h->cold = fmin(cold, total);
}

/* The distances of the groups at the target. */
static void fill_fitted(scaling *s, const stream_data *d, pme_profile_stream *to) {
  double part = finite_part(&to->histogram), laws[PME_SCALE_EXPONENTS] = {0};
  double entries = d->slow_loop != PME_NONE ? pme__scale_entries(s, d->slow_loop) : 0;
  pme__scale_spread spread;
  pme_profile_range *range = pme__scale_has_range(s) ? pme_profile_range_of(s->result, to) : NULL;
  pme__scale_distances(s, d, entries > 0 ? part * PME_SCALE_GROUPS / entries : 0, laws, &spread);
  for (int e = 0; e < PME_SCALE_EXPONENTS; e++)
    s->report->exponents[e] += part * laws[e];
  s->fitted += part;
  for (int g = 0; g < PME_SCALE_GROUPS; g++)
    add_finite(s, &to->histogram, spread.value[g], part);
  if (!range)
    return;
  interval cold = pme__scale_interval(s, d->cold, to->histogram.cold);
  start_histogram(&range->nearest, to->accesses, cold.low);
  start_histogram(&range->farthest, to->accesses, cold.high);
  for (int g = 0; g < PME_SCALE_GROUPS; g++) {
    add_finite(s, &range->nearest, spread.low[g], finite_part(&range->nearest));
    add_finite(s, &range->farthest, spread.high[g], finite_part(&range->farthest));
  }
}

static void fill_stream(scaling *s, const pme_profile_stream *from, pme_profile_stream *to) {
  static const double no_finite = 1e-9;
  stream_data *d = s->data;
  uint64_t window = base_of(s)->options.window_lines;
  bool matched = collect(s, from, d);
  s->report->unmatched += !matched;
  double accesses = matched ? pme__scale_accesses(s, from->reference, d->accesses) : from->accesses;
  double cold = matched && s->question->way == PME_SCALE_FITTED
                    ? pme__scale_count_at_target(s, d->cold)
                    : accesses * pme__scale_cold_weight(&from->histogram, window) /
                          (from->histogram.total > 0 ? from->histogram.total : 1);
  to->accesses = accesses;
  start_histogram(&to->histogram, accesses, cold);
  if (matched && d->has_groups && s->question->way == PME_SCALE_FITTED) {
    fill_fitted(s, d, to);
    return;
  }
  scaled_bins bins = bins_of(&from->histogram, window);
  double finite = finite_weight(&bins);
  if (finite <= no_finite)
    to->histogram.cold = accesses;
  for (int bin = 0; bin < PME_BIN_COUNT && finite > no_finite; bin++) {
    pme_bin b = pme_histogram_bin(&from->histogram, bin);
    if (b.count > 0)
      add_finite(s, &to->histogram, b.sum / b.count, (accesses - to->histogram.cold) * bin_weight(&bins, bin) / finite);
  }
}

pme_status pme__scale_streams(scaling *s) {
  const pme_profile *base = base_of(s);
  s->data = (stream_data *)pme__profile_allocate(s->result, sizeof *s->data);
  if (!s->data || !pme__scale_find_slow_loops(s))
    return PME_NO_MEMORY;
  for (int i = 0; i < base->streams.count && !s->result->status; i++) {
    pme_profile_stream *to = pme_profile_stream_of(s->result, STREAMS(base)[i]->reference, STREAMS(base)[i]->thread);
    if (to)
      fill_stream(s, STREAMS(base)[i], to);
  }
  for (int e = 0; e < PME_SCALE_EXPONENTS && s->fitted > 0; e++)
    s->report->exponents[e] /= s->fitted;
  return s->result->status;
}
