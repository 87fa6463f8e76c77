/* Gaps that nobody asked for: counts with and without them are nearly the same, and all executions are counted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "analysis/measure/gaps.h"
#include "analysis/measure/measurement_state.h"
#include "pmecache/instrumented.h"
#include "pmecache/profile.h"

static uint32_t all_sites = 2;
static uint32_t site_count_of(const void *sites) { return *(const uint32_t *)sites; }
static __attribute__((format(printf, 1, 2))) void warn(const char *format, ...) { (void)format; }
static pme__named_caches caches;
static const pme__measure_host host = {
    .site_count = site_count_of, .context = &all_sites, .warn = warn, .caches = &caches};

static uint64_t state = 1;
static uint64_t any(uint64_t below) {
  state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (state >> 33) % below;
}

/* More pages than the engine's exact form takes, a line on each. */
enum { LINES = 12000, PAGE_BYTES = 4096, WORDS = PME_MEASURE_BUFFER_WORDS };
static const uint64_t start = UINT64_C(1) << 32;

static pme_instrumented_site sites[2] = {{.bytes = 8, .array = "", .file = ""}, {.bytes = 8, .array = "", .file = ""}};

/* What was counted for the one site of a block. */
typedef struct outcome {
  pme_profile *profile;
  pme_profile_stream *stream;
} outcome;

static outcome outcome_of(const pme__measurement *m, const pme_instrumented_block *block) {
  outcome o;
  pme_profile_options options = pme__measurement_options(&host);
  assert_int_equal(pme_profile_create(&options, NULL, &o.profile), PME_OK);
  pme_profile_function function = {.name = "f", .file = "f.c"};
  pme_profile_block entry = {.function = pme_profile_add_function(o.profile, &function), .loop = PME_NONE};
  pme_profile_reference reference = {.block = pme_profile_add_block(o.profile, &entry), .size_bytes = 8};
  o.stream = pme_profile_stream_of(o.profile, pme_profile_add_reference(o.profile, &reference), 0);
  assert_non_null(o.stream);
  assert_true(pme__add_thinned(m, block, (uint32_t)block->first_site, o.profile, o.stream));
  return o;
}

static double rate(const pme_histogram *h, double lines) { return pme_histogram_miss_rate(h, 4096, lines); }

static void near(double got, double expected, double error) {
  if (!(got >= expected - error && got <= expected + error))
    fail_msg("%g in place of %g", got, expected);
}

static pme__measurement *open_measurement(void) {
  unsetenv("PMECACHE_SAMPLE");
  pme__measurement *m = pme__measurement_open(&host, 0);
  assert_non_null(m);
  return m;
}

static void take(pme__measurement *m, const pme_instrumented_block *block, bool is_anywhere) {
  static uint64_t words[WORDS];
  for (int w = 0; w < WORDS; w += 2) {
    words[w] = (uint64_t)(uintptr_t)block;
    words[w + 1] = is_anywhere ? start + PAGE_BYTES * any(LINES) : start;
  }
  pme__measurement_take(m, words, words + WORDS);
}

/* References anywhere: those that are not among the last c lines miss in c lines. */
static void anywhere(void **unused) {
  (void)unused;
  enum { BUFFERS = 4000 };
  pme_instrumented_block block = {.kind = PME_BLOCK_PLAIN, .sites = sites, .site_count = 1};
  pme__measurement *m = open_measurement();
  for (int b = 0; b < BUFFERS; b++)
    take(m, &block, true);
  uint64_t records = (uint64_t)BUFFERS * WORDS / 2;
  assert_true(m->has_early && m->sites[0].at_least);
  assert_true(m->sites[0].records == records && m->sites[0].passed > records / 2);
  outcome o = outcome_of(m, &block);
  near(o.stream->histogram.total, (double)records, 1);
  for (double lines = 500; lines < LINES; lines += 1000) {
    double misses = rate(&o.stream->histogram, lines);
    near(misses, 1 - lines / LINES, 0.01);
    assert_true(rate(&o.stream->range->nearest, lines) <= misses + 1e-9);
    assert_true(rate(&o.stream->range->farthest, lines) >= misses - 1e-9);
  }
  near(rate(&o.stream->histogram, 2. * LINES), (double)LINES / (double)records, 0.001);
  pme_profile_destroy(o.profile);
  pme__measurement_close(m);
}

/* What is before the first gap counts as much as what comes later, and so does the end. */
static void phases(void **unused) {
  (void)unused;
  enum { PART = 2500 };
  pme_instrumented_block block = {.kind = PME_BLOCK_PLAIN, .sites = sites, .site_count = 1};
  pme__measurement *m = open_measurement();
  for (int b = 0; b < 3 * PART; b++)
    take(m, &block, b < PART);
  assert_true(m->has_early);
  outcome o = outcome_of(m, &block);
  near(rate(&o.stream->histogram, 3000), (1 - 3000. / LINES) / 3, 0.02);
  near(rate(&o.stream->histogram, 6000), (1 - 6000. / LINES) / 3, 0.02);
  pme_profile_destroy(o.profile);
  pme__measurement_close(m);
}

/* Two walks down columns, one a line ahead of the other: one goes as far as there are lines, one not at all. */
static void runs(void **unused) {
  (void)unused;
  enum { BUFFERS = 4000 };
  pme_instrumented_site walks[2] = {sites[0], sites[1]};
  walks[0].stride = walks[1].stride = PAGE_BYTES;
  pme_instrumented_block block = {.kind = PME_BLOCK_RUN, .sites = walks, .site_count = 2};
  pme__measurement *m = open_measurement();
  for (int b = 0; b < BUFFERS; b++) {
    const uint64_t words[] = {(uint64_t)(uintptr_t)&block, LINES, start + PAGE_BYTES, start};
    pme__measurement_take(m, words, words + 4);
  }
  assert_true(m->has_early && m->sites[0].rounds == (uint64_t)BUFFERS * LINES);
  assert_true(m->sites[0].rounds_passed > m->sites[0].rounds / 2);
  outcome o = outcome_of(m, &block);
  near(rate(&o.stream->histogram, LINES - 1000), 1, 0.01);
  near(rate(&o.stream->histogram, LINES + 1000), 0, 0.01);
  pme_profile_destroy(o.profile);
  pme__measurement_close(m);
}

/* The line sampler sees each record once, whether it is measured or in a gap, and before a border or behind it. */
static void all_are_sampled_once(void **unused) {
  (void)unused;
  enum { BUFFERS = 1400, HALF = WORDS / 2 };
  static const pme_instrumented_block region = {.kind = PME_BLOCK_REGION, .loop = -1},
                                      loop = {.kind = PME_BLOCK_WORKSHARING};
  const pme_trace_border begin = {.kind = PME_TRACE_REGION_BEGIN, .block = &region, .values = {0, 0, 1}},
                         begin_loop = {.kind = PME_TRACE_LOOP_BEGIN, .block = &loop, .values = {0, 0, 0, 0, 1}},
                         chunk = {.kind = PME_TRACE_CHUNK}, end = {.kind = PME_TRACE_REGION_END};
  pme_instrumented_block block = {
      .kind = PME_BLOCK_PLAIN, .flags = PME_BLOCK_IS_ITERATION, .sites = sites, .site_count = 1};
  pme_instrumented_block inner = {.kind = PME_BLOCK_PLAIN, .sites = sites + 1, .site_count = 1, .first_site = 1};
  static uint64_t words[WORDS];
  pme__measurement *m = open_measurement();
  pme__measurement_border(m, &begin, words, words);
  pme__measurement_border(m, &begin_loop, words, words);
  pme__measurement_border(m, &chunk, words, words);
  for (int b = 0; b < BUFFERS; b++) {
    for (int w = 0; w < WORDS; w += 2) {
      words[w] = (uint64_t)(uintptr_t)(w % 16 ? &inner : &block);
      words[w + 1] = start + PAGE_BYTES * any(LINES);
    }
    if (b % 2)
      pme__measurement_border(m, &chunk, words, words + HALF);
    pme__measurement_take(m, words, words + WORDS);
  }
  pme__measurement_border(m, &end, words, words);
  assert_true(m->has_early && m->sites[1].passed > 0);
  pme_profile_options options = pme__measurement_options(&host);
  pme_profile *profile;
  assert_int_equal(pme_profile_create(&options, NULL, &profile), PME_OK);
  pme__measurement_add_lines(m, profile);
  pme_line_sample sample;
  assert_true(pme_profile_line_sample(profile, &sample));
  double references = 0;
  for (int p = 0; p < sample.piece_count; p++)
    references += sample.pieces[p].references;
  assert_true(references == (double)BUFFERS * HALF);
  pme_profile_destroy(profile);
  pme__measurement_close(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(anywhere), cmocka_unit_test(phases), cmocka_unit_test(runs),
                                     cmocka_unit_test(all_are_sampled_once)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
