/* The small run's profile with the executions of another. */
#include "scale_counts.h"

#include <stdio.h>

#include "profile_internal.h"

typedef struct scaling_by_counts {
  const pme_profile *run, *counts;
  pme_profile *result;
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

/* As often as its block; the distances as they were. */
static void fill_stream(scaling_by_counts *s, const pme_profile_stream *from, pme_profile_stream *to) {
  int block = REFERENCES(s->run)[from->reference].block;
  double before = BLOCKS(s->run)[block].executions, ratio = before > 0 ? executions_of(s, block) / before : 0;
  double scale = ratio * (from->accesses > 0 && from->histogram.total > 0 ? from->accesses / from->histogram.total : 1);
  to->accesses = ratio * (from->accesses > 0 ? from->accesses : from->histogram.total);
  if (scale > 0 && pme_histogram_merge(&to->histogram, &from->histogram, scale, pme__profile_allocator(s->result)))
    s->result->status = PME_NO_MEMORY;
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

pme_status pme__profile_scale_by_counts(const pme_profile *run, const pme_profile *counts, pme_profile **out,
                                        pme__counts_report *report, pme_error *error) {
  scaling_by_counts s = {run, counts, NULL};
  *report = (pme__counts_report){0, 0};
  tell(&s, report);
  if (report->matched <= 0)
    return pme_error_set(error, PME_BAD_INPUT, 0, 0,
                         "the counts have no block of the run: both must be of the same build, and executed");
  pme_status status = create(&s);
  if (status == PME_OK)
    copy_code(&s);
  for (int i = 0; status == PME_OK && i < run->streams.count && !s.result->status; i++) {
    const pme_profile_stream *from = STREAMS(run)[i];
    pme_profile_stream *to = pme_profile_stream_of(s.result, from->reference, from->thread);
    if (to)
      fill_stream(&s, from, to);
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
