/* The small run's profile with the executions of another. */
#include "scale_counts.h"

#include <math.h>
#include <stdio.h>

#include "profile_internal.h"

typedef struct scaling_by_counts {
  const pme_profile *run, *counts;
  pme__counts_distances distances;
  pme_profile *result;
  double growth; /* of first references, in all; at least 1 */
} scaling_by_counts;

/* What is function `f` of the run among the counts; PME_NONE. */
static int function_in(const scaling_by_counts *s, int f) {
  bool is_stale = false;
  return pme_profile_find_function(s->counts, FUNCTIONS(s->run)[f].name, FUNCTIONS(s->run)[f].hash, &is_stale);
}

static int find(const scaling_by_counts *s, thing kind, int function, int number) {
  int other = function_in(s, function);
  return other == PME_NONE ? PME_NONE : pme__index_find(s->counts, kind, other, number);
}

static double executions_of(const scaling_by_counts *s, int block) {
  const pme_profile_block *b = &BLOCKS(s->run)[block];
  int other = find(s, THING_BLOCK, b->function, b->number);
  return other == PME_NONE ? 0 : BLOCKS(s->counts)[other].executions;
}

static void copy_code(scaling_by_counts *s) {
  for (int f = 0; f < s->run->functions.count; f++) {
    pme_profile_function function = FUNCTIONS(s->run)[f];
    int other = function_in(s, f);
    function.calls = other == PME_NONE ? 0 : FUNCTIONS(s->counts)[other].calls;
    pme_profile_add_function(s->result, &function);
  }
  for (int i = 0; i < s->run->loops.count; i++) {
    pme_profile_loop loop = LOOPS(s->run)[i];
    int other = find(s, THING_LOOP, loop.function, loop.number);
    loop.executions = other == PME_NONE ? 0 : LOOPS(s->counts)[other].executions;
    loop.iterations = other == PME_NONE ? 0 : LOOPS(s->counts)[other].iterations;
    pme_profile_add_loop(s->result, &loop);
  }
  for (int i = 0; i < s->run->blocks.count; i++) {
    pme_profile_block block = BLOCKS(s->run)[i];
    block.executions = executions_of(s, i);
    pme_profile_add_block(s->result, &block);
  }
  for (int i = 0; i < s->run->references.count; i++)
    pme_profile_add_reference(s->result, &REFERENCES(s->run)[i]);
  for (int i = 0; i < s->counts->symbols.count; i++) {
    const pme_profile_symbol *symbol = &SYMBOLS(s->counts)[i];
    for (int f = 0; f < s->run->functions.count && !symbol->other; f++)
      if (symbol->loop == PME_NONE && function_in(s, f) == symbol->function)
        pme_profile_add_symbol(s->result, f, PME_NONE, symbol->name, symbol->value, symbol->times);
  }
}

/* How many times as often its block is executed. */
static double ratio_of(const scaling_by_counts *s, const pme_profile_stream *stream) {
  int block = REFERENCES(s->run)[stream->reference].block;
  double before = BLOCKS(s->run)[block].executions;
  return before > 0 ? executions_of(s, block) / before : 0;
}

static double accesses_of(const pme_profile_stream *stream) {
  return stream->accesses > 0 ? stream->accesses : stream->histogram.total;
}

/* The program touches so many times as many lines, as far as blocks tell. */
static double growth_of_lines(const scaling_by_counts *s) {
  double before = 0, after = 0;
  for (int i = 0; i < s->run->streams.count; i++) {
    const pme_histogram *h = &STREAMS(s->run)[i]->histogram;
    double scale = h->total > 0 ? accesses_of(STREAMS(s->run)[i]) / h->total : 0;
    double cold = scale * h->cold * pme_histogram_far_scale(h, s->run->options.window_lines);
    before += cold;
    after += ratio_of(s, STREAMS(s->run)[i]) * cold;
  }
  return before > 0 ? fmax(1, after / before) : 1;
}

/* Distances below so many lines stay in any case: they are those of one round or two. */
enum { STAYS_LINES = 16 };

/* What a histogram with its far part settled is, when its distances grow by `growth`. */
static pme_status add_grown(const scaling_by_counts *s, const pme_histogram *from, double scale, double growth,
                            pme_histogram *to) {
  uint64_t window = s->run->options.window_lines;
  double far_scale = pme_histogram_far_scale(from, window);
  bool is_unknown = pme_histogram_far_is_unknown(from, window);
  pme_status status = PME_OK;
  to->total = scale * from->total;
  to->cold = scale * (is_unknown ? from->far : far_scale * from->cold);
  for (int bin = 0; bin < PME_BIN_COUNT && !status; bin++) {
    pme_bin b = pme_histogram_bin(from, bin);
    double count = scale * b.count * (bin >= pme_bin_of(window) ? far_scale : 1);
    double distance = b.count > 0 ? b.sum / b.count : 0;
    if (distance >= STAYS_LINES)
      distance = fmin(growth * distance, 0x1p60);
    if (count > 0)
      status = pme_histogram_add_bin(to, pme_bin_of((uint64_t)distance), count, count * distance,
                                     pme__profile_allocator(s->result));
  }
  to->far = window > 0 ? pme_histogram_beyond(to, window) : 0;
  return status;
}

/* As often as its block. */
static pme_status fill_stream(scaling_by_counts *s, const pme_profile_stream *from, pme_profile_stream *to) {
  double ratio = ratio_of(s, from);
  double scale = ratio * (from->histogram.total > 0 ? accesses_of(from) / from->histogram.total : 1);
  to->accesses = ratio * accesses_of(from);
  pme_profile_range *range = scale > 0 ? pme_profile_range_of(s->result, to) : NULL;
  if (!range)
    return s->result->status;
  pme_status status = add_grown(s, &from->histogram, scale, 1, &range->nearest);
  if (!status)
    status = add_grown(s, &from->histogram, scale, s->growth, &range->farthest);
  if (!status && s->distances == PME_DISTANCES_GROW)
    return pme_histogram_merge(&to->histogram, &range->farthest, 1, pme__profile_allocator(s->result));
  return status ? status
                : pme_histogram_merge(&to->histogram, &from->histogram, scale, pme__profile_allocator(s->result));
}

static void tell(const scaling_by_counts *s, pme__counts_report *report) {
  double all = 0;
  for (int i = 0; i < s->run->blocks.count; i++)
    report->matched += executions_of(s, i);
  for (int i = 0; i < s->counts->blocks.count; i++)
    all += BLOCKS(s->counts)[i].executions;
  report->unseen = all - report->matched;
}

static pme_status create(scaling_by_counts *s) {
  pme_profile_options options = s->run->options;
  options.geometry_count = 0;
  options.scaled = "one run, counts of another";
  return pme_profile_create(&options, NULL, &s->result);
}

pme_status pme__profile_scale_by_counts(const pme_profile *run, const pme_profile *counts,
                                        pme__counts_distances distances, pme_profile **out, pme__counts_report *report,
                                        pme_error *error) {
  scaling_by_counts s = {run, counts, distances, NULL, 1};
  *report = (pme__counts_report){0, 0};
  tell(&s, report);
  if (report->matched <= 0)
    return pme_error_set(error, PME_BAD_INPUT, 0, 0,
                         "the counts have no block of the run: both must be of the same build, and executed");
  pme_status status = create(&s);
  if (status == PME_OK)
    copy_code(&s);
  s.growth = growth_of_lines(&s);
  for (int i = 0; status == PME_OK && i < run->streams.count && !s.result->status; i++) {
    const pme_profile_stream *from = STREAMS(run)[i];
    pme_profile_stream *to = pme_profile_stream_of(s.result, from->reference, from->thread);
    if (to)
      status = fill_stream(&s, from, to);
  }
  if (status == PME_OK)
    status = s.result->status;
  if (status == PME_OK) {
    *out = s.result;
    return PME_OK;
  }
  pme_profile_destroy(s.result);
  return pme_error_set(error, status, 0, 0, "%s", pme_status_text(status));
}
