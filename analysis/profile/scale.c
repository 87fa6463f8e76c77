/* Profiles of larger inputs: streams are matched over the runs, cut into groups of equal mass and fitted one by one. */
#include "scale.h"

#include <math.h>
#include <string.h>

#include "profile_internal.h"

/* Runs by size; the largest is the base: the result has its functions, loops, blocks and references. */
typedef struct stream_data stream_data;
typedef struct scaling {
  pme_scale_run runs[PME_SCALE_MAX_RUNS];
  int count;
  double sizes[PME_SCALE_MAX_RUNS], lines[PME_SCALE_MAX_RUNS];
  double target, target_lines;
  double lines_without[PME_SCALE_MAX_RUNS]; /* target_lines with a run left out */
  pme_scale_way way;
  pme_profile *result;
  pme_scale_report *report;
  double fitted;     /* references behind report->exponents */
  stream_data *data; /* of the current stream */
} scaling;

static const pme_profile *base_of(const scaling *s) { return s->runs[s->count - 1].profile; }

/* ---- matching ---- */

/* The function of run k that is function f of the base. */
static int function_in(const scaling *s, int k, int f) {
  bool stale;
  const pme_profile_function *function = &FUNCTIONS(base_of(s))[f];
  return pme_profile_find_function(s->runs[k].profile, function->name, function->hash, &stale);
}

static const pme_profile_stream *stream_in(const scaling *s, int k, const pme_profile_stream *stream) {
  const pme_profile *base = base_of(s), *other = s->runs[k].profile;
  const pme_profile_reference *r = &REFERENCES(base)[stream->reference];
  int function = function_in(s, k, BLOCKS(base)[r->block].function);
  int reference = function == PME_NONE ? PME_NONE : pme__index_find(other, THING_REFERENCE, function, r->number);
  int i = reference == PME_NONE ? PME_NONE : pme__index_find(other, THING_STREAM, reference, stream->thread);
  return i == PME_NONE ? NULL : STREAMS(other)[i];
}

static double count_at_target(const scaling *s, const double *values) {
  return pme_scale_count(s->sizes, values, s->count, s->target);
}

/* Three runs and more tell what the answer would be without one of them. */
static bool has_range(const scaling *s) { return s->count > 2 && s->way == PME_SCALE_FITTED; }

static void leave_out(const double *values, int count, int left_out, double *others) {
  for (int i = 0; i < count; i++)
    if (i != left_out)
      *others++ = values[i];
}

static double count_without(const scaling *s, const double *values, int left_out) {
  double sizes[PME_SCALE_MAX_RUNS], others[PME_SCALE_MAX_RUNS];
  leave_out(s->sizes, s->count, left_out, sizes);
  leave_out(values, s->count, left_out, others);
  return pme_scale_count(sizes, others, s->count - 1, s->target);
}

static double distance_without(const scaling *s, const double *distances, int left_out) {
  double lines[PME_SCALE_MAX_RUNS], others[PME_SCALE_MAX_RUNS];
  int exponent;
  leave_out(s->lines, s->count, left_out, lines);
  leave_out(distances, s->count, left_out, others);
  return pme_scale_distance(lines, others, s->count - 1, s->lines_without[left_out], &exponent);
}

/* A number at the target, and what it may be. */
typedef struct interval {
  double low, value, high;
} interval;

static interval at_least_to_most(const scaling *s, const double *values, double value,
                                 double (*without)(const scaling *, const double *, int)) {
  interval found = {value, value, value};
  for (int k = 0; k < s->count && has_range(s); k++) {
    double other = without(s, values, k);
    found.low = fmin(found.low, other);
    found.high = fmax(found.high, other);
  }
  return found;
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

static double cold_weight(const pme_histogram *h, uint64_t window) {
  return pme_histogram_far_scale(h, window) * h->cold;
}

/* Mean distance of each of PME_SCALE_GROUPS groups; false when there are no finite distances. */
static bool cut_into_groups(const pme_histogram *h, uint64_t window, double *means) {
  scaled_bins bins = bins_of(h, window);
  double all = finite_weight(&bins);
  if (all <= 0)
    return false;
  double room = all / PME_SCALE_GROUPS, left = room, sum = 0, last = 0;
  int group = 0;
  for (int bin = 0; bin < PME_BIN_COUNT; bin++) {
    pme_bin b = pme_histogram_bin(h, bin);
    double weight = bin_weight(&bins, bin);
    for (last = b.count > 0 ? b.sum / b.count : last; weight > 0 && group < PME_SCALE_GROUPS;) {
      double part = weight < left ? weight : left;
      sum += part * last;
      left -= part;
      weight -= part;
      if (left > 1e-9 * room)
        continue;
      means[group++] = sum / room;
      left = room;
      sum = 0;
    }
  }
  for (; group < PME_SCALE_GROUPS; group++) /* rounding */
    means[group] = last;
  return true;
}

/* ---- one stream ---- */

struct stream_data {
  double accesses[PME_SCALE_MAX_RUNS], cold[PME_SCALE_MAX_RUNS];
  double means[PME_SCALE_MAX_RUNS][PME_SCALE_GROUPS];
  bool has_groups; /* in every run */
};

static bool collect(const scaling *s, const pme_profile_stream *base, stream_data *d) {
  uint64_t window = base_of(s)->options.window_lines;
  d->has_groups = true;
  for (int k = 0; k < s->count; k++) {
    const pme_profile_stream *stream = stream_in(s, k, base);
    if (!stream || stream->histogram.total <= 0)
      return false;
    double scale = stream->accesses > 0 ? stream->accesses / stream->histogram.total : 1;
    d->accesses[k] = stream->accesses > 0 ? stream->accesses : stream->histogram.total;
    d->cold[k] = scale * cold_weight(&stream->histogram, window);
    d->has_groups &= cut_into_groups(&stream->histogram, window, d->means[k]);
  }
  return true;
}

static void add_finite(scaling *s, pme_histogram *h, double distance, double count) {
  distance = fmin(distance, 0x1p60);
  if (pme_histogram_add_bin(h, pme_bin_of((uint64_t)distance), count, count * distance,
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
  double distances[PME_SCALE_MAX_RUNS], part = finite_part(&to->histogram);
  pme_profile_range *range = has_range(s) ? pme_profile_range_of(s->result, to) : NULL;
  if (range) {
    interval cold = at_least_to_most(s, d->cold, to->histogram.cold, count_without);
    start_histogram(&range->nearest, to->accesses, cold.low);
    start_histogram(&range->farthest, to->accesses, cold.high);
  }
  for (int g = 0; g < PME_SCALE_GROUPS; g++) {
    int exponent;
    for (int k = 0; k < s->count; k++)
      distances[k] = d->means[k][g];
    double distance = pme_scale_distance(s->lines, distances, s->count, s->target_lines, &exponent);
    add_finite(s, &to->histogram, distance, part);
    s->report->exponents[exponent] += part;
    s->fitted += part;
    if (!range)
      continue;
    interval all = at_least_to_most(s, distances, distance, distance_without);
    add_finite(s, &range->nearest, all.low, finite_part(&range->nearest));
    add_finite(s, &range->farthest, all.high, finite_part(&range->farthest));
  }
}

static void fill_stream(scaling *s, const pme_profile_stream *from, pme_profile_stream *to) {
  static const double no_finite = 1e-9;
  stream_data *d = s->data;
  uint64_t window = base_of(s)->options.window_lines;
  bool matched = collect(s, from, d);
  s->report->unmatched += !matched;
  double accesses = matched ? count_at_target(s, d->accesses) : from->accesses;
  double cold = matched && s->way == PME_SCALE_FITTED ? count_at_target(s, d->cold)
                                                      : accesses * cold_weight(&from->histogram, window) /
                                                            (from->histogram.total > 0 ? from->histogram.total : 1);
  to->accesses = accesses;
  start_histogram(&to->histogram, accesses, cold);
  if (matched && d->has_groups && s->way == PME_SCALE_FITTED) {
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

/* ---- the code ---- */

static void copy_functions(scaling *s) {
  const pme_profile *base = base_of(s);
  double values[PME_SCALE_MAX_RUNS];
  for (int f = 0; f < base->functions.count; f++) {
    pme_profile_function function = FUNCTIONS(base)[f];
    for (int k = 0; k < s->count; k++) {
      int other = function_in(s, k, f);
      values[k] = other == PME_NONE ? 0 : FUNCTIONS(s->runs[k].profile)[other].calls;
    }
    function.calls = count_at_target(s, values);
    pme_profile_add_function(s->result, &function);
  }
}

static void copy_loops(scaling *s) {
  const pme_profile *base = base_of(s);
  double executions[PME_SCALE_MAX_RUNS], iterations[PME_SCALE_MAX_RUNS];
  for (int i = 0; i < base->loops.count; i++) {
    pme_profile_loop loop = LOOPS(base)[i];
    for (int k = 0; k < s->count; k++) {
      const pme_profile *run = s->runs[k].profile;
      int function = function_in(s, k, loop.function);
      int other = function == PME_NONE ? PME_NONE : pme__index_find(run, THING_LOOP, function, loop.number);
      executions[k] = other == PME_NONE ? 0 : LOOPS(run)[other].executions;
      iterations[k] = other == PME_NONE ? 0 : LOOPS(run)[other].iterations;
    }
    loop.executions = count_at_target(s, executions);
    loop.iterations = count_at_target(s, iterations);
    pme_profile_add_loop(s->result, &loop);
  }
}

static void copy_blocks(scaling *s) {
  const pme_profile *base = base_of(s);
  double executions[PME_SCALE_MAX_RUNS];
  for (int i = 0; i < base->blocks.count; i++) {
    pme_profile_block block = BLOCKS(base)[i];
    for (int k = 0; k < s->count; k++) {
      const pme_profile *run = s->runs[k].profile;
      int function = function_in(s, k, block.function);
      int other = function == PME_NONE ? PME_NONE : pme__index_find(run, THING_BLOCK, function, block.number);
      executions[k] = other == PME_NONE ? 0 : BLOCKS(run)[other].executions;
    }
    block.executions = count_at_target(s, executions);
    pme_profile_add_block(s->result, &block);
  }
}

static void copy_symbols(scaling *s, const char *symbol) {
  const pme_profile *base = base_of(s);
  for (int i = 0; i < base->symbols.count; i++) {
    const pme_profile_symbol *old = &SYMBOLS(base)[i];
    bool is_target = symbol && !strcmp(old->name, symbol);
    bool is_constant = !old->other;
    for (int k = 0; k < s->count && is_constant; k++)
      for (int j = 0; j < s->runs[k].profile->symbols.count; j++) {
        const pme_profile_symbol *other = &SYMBOLS(s->runs[k].profile)[j];
        if (!strcmp(other->name, old->name))
          is_constant = is_constant && !other->other && other->value == old->value;
      }
    /* A symbol that is neither the one that grows nor the same in all runs has no value that anybody knows. */
    if (is_target || is_constant)
      pme_profile_add_symbol(s->result, old->function, old->loop, old->name,
                             is_target ? (int64_t)s->target : old->value, old->times);
  }
}

static pme_status fill_result(scaling *s, const char *symbol) {
  const pme_profile *base = base_of(s);
  s->data = (stream_data *)pme__profile_allocate(s->result, sizeof *s->data);
  if (!s->data)
    return PME_NO_MEMORY;
  copy_functions(s);
  copy_loops(s);
  copy_blocks(s);
  for (int i = 0; i < base->references.count; i++)
    pme_profile_add_reference(s->result, &REFERENCES(base)[i]);
  copy_symbols(s, symbol);
  for (int i = 0; i < base->streams.count && !s->result->status; i++) {
    pme_profile_stream *to = pme_profile_stream_of(s->result, STREAMS(base)[i]->reference, STREAMS(base)[i]->thread);
    if (to)
      fill_stream(s, STREAMS(base)[i], to);
  }
  for (int e = 0; e < PME_SCALE_EXPONENTS && s->fitted > 0; e++)
    s->report->exponents[e] /= s->fitted;
  return s->result->status;
}

/* ---- all of it ---- */

static bool sort_runs(scaling *s, const pme_scale_run *runs, int count) {
  for (int i = 0; i < count; i++) {
    int at = i;
    if (!(runs[i].size > 0))
      return false;
    for (; at > 0 && s->runs[at - 1].size > runs[i].size; at--)
      s->runs[at] = s->runs[at - 1];
    s->runs[at] = runs[i];
  }
  for (int i = 0; i < count; i++) {
    s->sizes[i] = s->runs[i].size;
    if (i && s->sizes[i] == s->sizes[i - 1])
      return false;
  }
  s->count = count;
  return true;
}

/* Lines that a run touches: its first references. */
static pme_status count_lines(scaling *s) {
  pme_profile_part whole = PME_PROFILE_WHOLE;
  for (int k = 0; k < s->count; k++) {
    pme_histogram h = {.total = 0};
    pme_status status = pme_profile_sum(s->runs[k].profile, &whole, &h, NULL);
    s->lines[k] = cold_weight(&h, s->runs[k].profile->options.window_lines);
    pme_histogram_destroy(&h, pme__profile_allocator(s->runs[k].profile));
    if (status)
      return status;
    if (s->lines[k] < 1)
      s->lines[k] = 1;
  }
  s->target_lines = fmax(1, count_at_target(s, s->lines));
  s->report->lines = s->target_lines;
  for (int k = 0; k < s->count && has_range(s); k++)
    s->lines_without[k] = fmax(1, count_without(s, s->lines, k));
  return PME_OK;
}

static pme_status scale_once(const pme_scale_run *runs, int count, double target, const char *symbol, pme_scale_way way,
                             pme_profile **out, pme_scale_report *report) {
  scaling s = {.target = target, .way = way, .report = report};
  *report = (pme_scale_report){.left_out_error = NAN, .standard_error = NAN};
  if (!sort_runs(&s, runs, count))
    return PME_BAD_ARGUMENT;
  pme_status status = count_lines(&s);
  pme_profile_options options = base_of(&s)->options;
  options.geometry_count = 0;
  options.sampling = PME_SAMPLING_EXACT;
  options.window_lines = options.sample_lines = 0;
  if (!status)
    status = pme_profile_create(&options, NULL, &s.result);
  if (!status)
    status = fill_result(&s, symbol);
  if (status)
    pme_profile_destroy(s.result);
  else
    *out = s.result;
  return status;
}

/* Largest difference of the miss rates of two profiles over caches of 8, 16, ... lines. */
static pme_status largest_gap(const pme_profile *a, const pme_profile *b, double most_lines, double *gap) {
  pme_profile_part whole = PME_PROFILE_WHOLE;
  pme_histogram x = {.total = 0}, y = {.total = 0};
  pme_status status = pme_profile_sum(a, &whole, &x, NULL);
  if (!status)
    status = pme_profile_sum(b, &whole, &y, NULL);
  *gap = 0;
  for (double lines = 8; lines <= most_lines && !status; lines *= 2)
    *gap = fmax(*gap, fabs(pme_histogram_miss_rate(&x, a->options.window_lines, lines) -
                           pme_histogram_miss_rate(&y, b->options.window_lines, lines)));
  pme_histogram_destroy(&x, pme__profile_allocator(a));
  pme_histogram_destroy(&y, pme__profile_allocator(b));
  return status;
}

/* Predicts the largest run from the others. */
static pme_status leave_one_out(const pme_scale_run *runs, int count, double *error_of_it) {
  scaling sorted = {.target = 1};
  pme_scale_report report;
  pme_profile *predicted;
  sort_runs(&sorted, runs, count);
  pme_status status =
      scale_once(sorted.runs, count - 1, sorted.sizes[count - 1], NULL, PME_SCALE_FITTED, &predicted, &report);
  if (status)
    return status;
  status = largest_gap(predicted, sorted.runs[count - 1].profile, 2 * report.lines, error_of_it);
  pme_profile_destroy(predicted);
  return status;
}

/* ---- how far the answer hangs on single runs ---- */

enum { FIRST_CACHE = 8, MOST_CACHES = 48 };

static pme_status miss_rates(const pme_profile *p, double rates[MOST_CACHES]) {
  pme_profile_part whole = PME_PROFILE_WHOLE;
  pme_histogram h = {.total = 0};
  pme_status status = pme_profile_sum(p, &whole, &h, NULL);
  for (int c = 0; c < MOST_CACHES && !status; c++)
    rates[c] = pme_histogram_miss_rate(&h, p->options.window_lines, ldexp(FIRST_CACHE, c));
  pme_histogram_destroy(&h, pme__profile_allocator(p));
  return status;
}

/* What of a run's influence on a line in log s is its own: 1 - leverage. The smallest run holds such a line, so what
 * happens without it says less. */
static double influence(const scaling *s, int run) {
  double mean = 0, spread = 0;
  for (int k = 0; k < s->count; k++)
    mean += log(s->sizes[k]) / s->count;
  for (int k = 0; k < s->count; k++)
    spread += pow(log(s->sizes[k]) - mean, 2);
  return 1 - 1. / s->count - pow(log(s->sizes[run]) - mean, 2) / spread;
}

/* Adds to `variance` what leaving out a run changes in the miss rates. */
static pme_status leave_run_out(const scaling *s, int run, double target, const double *rates, double *variance) {
  pme_scale_run others[PME_SCALE_MAX_RUNS];
  double without[MOST_CACHES];
  pme_scale_report report;
  pme_profile *p;
  for (int k = 0, at = 0; k < s->count; k++)
    if (k != run)
      others[at++] = s->runs[k];
  pme_status status = scale_once(others, s->count - 1, target, NULL, PME_SCALE_FITTED, &p, &report);
  if (status)
    return status;
  status = miss_rates(p, without);
  pme_profile_destroy(p);
  for (int c = 0; c < MOST_CACHES && !status; c++)
    variance[c] += influence(s, run) * (without[c] - rates[c]) * (without[c] - rates[c]);
  return status;
}

/* Standard error of miss rates at the target: the weighted jackknife (Wu 1986). */
static pme_status standard_error(const pme_scale_run *runs, int count, double target, const pme_profile *answer,
                                 pme_scale_report *report) {
  scaling sorted = {.target = target};
  double rates[MOST_CACHES], variance[MOST_CACHES] = {0};
  sort_runs(&sorted, runs, count);
  pme_status status = miss_rates(answer, rates);
  for (int run = 0; run < count && !status; run++)
    status = leave_run_out(&sorted, run, target, rates, variance);
  report->standard_error = 0;
  for (int c = 0; c < MOST_CACHES && !status; c++)
    if (sqrt(variance[c]) > report->standard_error) {
      report->standard_error = sqrt(variance[c]);
      report->least_sure = ldexp(FIRST_CACHE, c);
    }
  return status;
}

pme_status pme_profile_scale(const pme_scale_run *runs, int count, double target, const char *symbol, pme_scale_way way,
                             pme_profile **out, pme_scale_report *report, pme_error *error) {
  if (count < 2 || count > PME_SCALE_MAX_RUNS || !(target > 0))
    return pme_error_set(error, PME_BAD_ARGUMENT, 0, 0, "2 to %d runs and a size above 0 are needed",
                         PME_SCALE_MAX_RUNS);
  for (int i = 1; i < count; i++)
    if (runs[i].profile->options.line_bytes != runs[0].profile->options.line_bytes)
      return pme_error_set(error, PME_BAD_INPUT, 0, 0, "the runs have different line sizes");
  pme_profile *result;
  pme_status status = scale_once(runs, count, target, symbol, way, &result, report);
  if (status == PME_BAD_ARGUMENT)
    return pme_error_set(error, status, 0, 0, "the sizes of the runs must be above 0 and different");
  double left_out = NAN;
  if (!status && count > 2) {
    status = leave_one_out(runs, count, &left_out);
    if (!status && way == PME_SCALE_FITTED)
      status = standard_error(runs, count, target, result, report);
    if (status)
      pme_profile_destroy(result);
  }
  if (status)
    return pme_error_set(error, status, 0, 0, "the profiles cannot be scaled: %s", pme_status_text(status));
  report->left_out_error = left_out;
  *out = result;
  return PME_OK;
}
