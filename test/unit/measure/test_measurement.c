/* The measurement of a thread against a list that is searched from the top: random records of blocks and runs, expanded
 * access by access for the list. Runs are walks of many kinds, most of which come back to lines of earlier ones, so
 * that whole rows of lines are counted at once (analysis/measure/sweep.c, analysis/reuse/distance_sweep.c). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/measure/measurement_state.h"
#include "analysis/measure/sweep.h"
#include "analysis/reuse/distance.h"
#include "pmecache/instrumented.h"

enum {
  MOST_SITES = PME_BLOCK_SITES,
  USUAL_SITES = 10,
  ARRAYS = 6,
  ARRAY_BYTES = 1 << 16,
  LONGEST_BYTES = 40960,
  MOST_LINES = 1 << 14
};

/* All sites of a test; in a program the registry counts them. */
static uint32_t all_sites;
static uint32_t site_count_of(const void *sites) { return *(const uint32_t *)sites; }

static __attribute__((format(printf, 1, 2))) void warn(const char *format, ...) { (void)format; }

static pme__named_caches caches;
static const pme__measure_host host = {
    .site_count = site_count_of, .context = &all_sites, .warn = warn, .caches = &caches};

static uint64_t state;
static uint64_t any(uint64_t below) {
  state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (state >> 33) % below;
}

/* ---- the oracle ---- */

typedef struct oracle {
  uint64_t stack[MOST_LINES];
  size_t count;
  pme_histogram *histograms;
} oracle;

static void oracle_touch(oracle *o, uint32_t site, uint64_t line) {
  size_t at = 0;
  while (at < o->count && o->stack[at] != line)
    at++;
  uint64_t distance = at < o->count ? at : PME_DISTANCE_INFINITE;
  if (at == o->count) {
    assert_true(o->count < MOST_LINES);
    o->count++;
  }
  memmove(o->stack + 1, o->stack, sizeof *o->stack * at);
  o->stack[0] = line;
  assert_int_equal(pme_histogram_add(&o->histograms[site], distance, 1, UINT64_MAX, NULL), PME_OK);
}

static void oracle_access(oracle *o, uint32_t site, uint64_t address, uint64_t bytes) {
  for (uint64_t line = address / 64; line <= (address + bytes - 1) / 64; line++)
    oracle_touch(o, site, line);
}

/* ---- records ---- */

typedef struct program {
  pme_instrumented_block block;
  pme_instrumented_site sites[MOST_SITES];
  uint64_t address[MOST_SITES];
  int64_t stride[MOST_SITES];
} program;

static uint64_t any_address(uint64_t alignment) {
  uint64_t array = any(ARRAYS), room = ARRAY_BYTES / 4;
  return (UINT64_C(1) << 30) + array * ARRAY_BYTES + any(4) * (room / 8) + any(room / 8 / alignment) * alignment;
}

/* A walk: mostly along consecutive lines, its accesses of the same width and stride, some beside each other. */
static void make_run(program *p, uint32_t first_site) {
  static const int64_t strides[] = {8, 8, 8, 8, 4, 16, 32, 64, 24, -8, 128, 1};
  int64_t stride = strides[any(12)];
  uint64_t bytes = stride == 1 ? 1 : stride == 4 ? 4 : 8;
  p->block = (pme_instrumented_block){.kind = PME_BLOCK_RUN, .sites = p->sites, .first_site = first_site};
  p->block.site_count = (uint32_t)(1 + any(any(4) ? USUAL_SITES : MOST_SITES));
  for (uint32_t s = 0; s < p->block.site_count; s++) {
    uint64_t kind = any(20);
    p->sites[s] = (pme_instrumented_site){.bytes = (uint32_t)bytes, .flags = PME_SITE_STRIDE_RECORDED, .array = ""};
    p->stride[s] = kind < 3 ? 0 : kind == 19 ? 2 * stride : stride;
    p->address[s] = any_address(kind == 18 ? 1 : bytes) + (stride < 0 ? ARRAY_BYTES / 2 : 0);
    if (s > 0 && kind > 6 && kind < 14)
      p->address[s] = p->address[any(s)] + bytes * any(4);
  }
}

/* Sites of a block that is executed once: anywhere, some beside each other, some across two lines. */
static void make_block(program *p, uint32_t first_site) {
  static const uint32_t widths[] = {1, 4, 8, 8, 16, 64, 128};
  p->block = (pme_instrumented_block){.kind = PME_BLOCK_PLAIN, .sites = p->sites, .first_site = first_site};
  p->block.site_count = (uint32_t)(1 + any(any(4) ? USUAL_SITES : MOST_SITES));
  for (uint32_t s = 0; s < p->block.site_count; s++)
    p->sites[s] = (pme_instrumented_site){.bytes = widths[any(7)], .array = ""};
}

static size_t write_block(program *p, uint64_t *words) {
  size_t n = 0;
  words[n++] = (uint64_t)(uintptr_t)&p->block;
  for (uint32_t s = 0; s < p->block.site_count; s++) {
    p->address[s] = s > 0 && any(2) ? p->address[any(s)] + any(64) : any_address(any(4) ? 8 : 1);
    words[n++] = p->address[s];
  }
  return n;
}

/* Mostly short; some enter more lines than a sweep can. */
static uint64_t any_rounds(const program *p) {
  uint64_t longest = 1;
  for (uint32_t s = 0; s < p->block.site_count; s++) {
    uint64_t stride = (uint64_t)llabs(p->stride[s]);
    longest = stride > longest ? stride : longest;
  }
  return 1 + (any(40) == 0 ? LONGEST_BYTES / longest : any(any(3) ? 300 : 40));
}

static size_t write_run(const program *p, uint64_t rounds, uint64_t *words) {
  size_t n = 0;
  words[n++] = (uint64_t)(uintptr_t)&p->block;
  words[n++] = rounds;
  for (uint32_t s = 0; s < p->block.site_count; s++)
    words[n++] = p->address[s];
  for (uint32_t s = 0; s < p->block.site_count; s++)
    words[n++] = (uint64_t)p->stride[s];
  return n;
}

static void expand_run(oracle *o, const program *p, uint64_t rounds) {
  for (uint64_t k = 0; k < rounds; k++)
    for (uint32_t s = 0; s < p->block.site_count; s++)
      oracle_access(o, (uint32_t)p->block.first_site + s, p->address[s] + k * (uint64_t)p->stride[s],
                    p->sites[s].bytes);
}

/* ---- comparison ---- */

static void compare(const pme__measurement *m, uint32_t site, const pme_histogram *expected) {
  pme_histogram all = {.total = 0};
  assert_true(pme__add_site_counts(m, &m->sites[site], &all));
  for (int bin = 0; bin < PME_BIN_COUNT; bin++) {
    pme_bin want = pme_histogram_bin(expected, bin), have = pme_histogram_bin(&all, bin);
    if (have.count != want.count || have.sum != want.sum)
      fail_msg("site %u, bin %d: %g (sum %g) instead of %g (%g)", site, bin, have.count, have.sum, want.count,
               want.sum);
  }
  assert_true(all.total == expected->total && all.cold == expected->cold);
  assert_true(all.far == (m->window == UINT64_MAX ? 0 : pme_histogram_beyond(expected, m->window)));
  pme_histogram_destroy(&all, NULL);
}

static void run_case(uint64_t seed, const char *sample) {
  enum { PROGRAMS = 4, RECORDS = 60 };
  static program programs[PROGRAMS + 1];
  static oracle o;
  uint64_t words[PME_RECORD_WORDS];
  state = seed;
  setenv("PMECACHE_SAMPLE", sample, 1);
  all_sites = (PROGRAMS + 1) * MOST_SITES;
  uint64_t blocks = 0;
  o.count = 0;
  o.histograms = (pme_histogram *)calloc(all_sites, sizeof *o.histograms);
  pme__measurement *m = pme__measurement_open(&host, 0);
  assert_non_null(m);
  assert_non_null(o.histograms);
  for (uint32_t p = 0; p < PROGRAMS; p++)
    make_run(&programs[p], p * MOST_SITES);
  make_block(&programs[PROGRAMS], PROGRAMS * MOST_SITES);
  for (int r = 0; r < RECORDS; r++) {
    while (any(3)) {
      program *block = &programs[PROGRAMS];
      pme__measurement_take(m, words, words + write_block(block, words));
      expand_run(&o, block, 1);
      blocks++;
    }
    program *p = &programs[any(PROGRAMS)];
    for (uint32_t s = 0; s < p->block.site_count && any(3) == 0; s++)
      p->address[s] += 8 * any(20); /* a row further on */
    if (any(12) == 0)
      make_run(p, (uint32_t)p->block.first_site);
    uint64_t rounds = any_rounds(p);
    pme__measurement_take(m, words, words + write_run(p, rounds, words));
    expand_run(&o, p, rounds);
  }
  assert_int_equal(m->sites[PROGRAMS * MOST_SITES].records, blocks);
  for (uint32_t s = 0; s < all_sites; s++) {
    compare(m, s, &o.histograms[s]);
    pme_histogram_destroy(&o.histograms[s], NULL);
  }
  free(o.histograms);
  pme__measurement_close(m);
}

static void random_runs(void **unused) {
  (void)unused;
  for (uint64_t seed = 1; seed <= 300; seed++)
    run_case(seed, seed % 4 ? "exact" : "hybrid");
}

/* The usual inner loops are counted at once. */
static void usual_runs_are_sweeps(void **unused) {
  (void)unused;
  static const struct {
    uint32_t count;
    uint64_t address[5];
    int64_t stride[5];
  } runs[] = {{4, {1 << 20, 2 << 20, 3 << 20, 3 << 20}, {0, 8, 8, 8}},                          /* c[j] += a * b[j] */
              {5, {1 << 20, (1 << 20) + 8, (1 << 20) + 16, 2 << 20, 3 << 20}, {8, 8, 8, 8, 8}}, /* a stencil */
              {2, {(1 << 20) + 40, 2 << 20}, {16, 16}}};
  setenv("PMECACHE_SAMPLE", "exact", 1);
  all_sites = MOST_SITES;
  for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
    program p;
    run r = {.block = &p.block, .count = runs[i].count};
    pme__measurement *m = pme__measurement_open(&host, 0);
    uint64_t words[PME_RECORD_WORDS], rounds = 1000;
    make_run(&p, 0);
    p.block.site_count = runs[i].count;
    for (uint32_t s = 0; s < r.count; s++) {
      p.sites[s] = (pme_instrumented_site){.bytes = 8, .flags = PME_SITE_STRIDE_RECORDED, .array = ""};
      p.address[s] = r.address[s] = runs[i].address[s];
      p.stride[s] = r.stride[s] = runs[i].stride[s];
    }
    pme__measurement_take(m, words, words + write_run(&p, 1, words)); /* makes room for the sites */
    assert_int_equal(pme__take_sweep(m, &r, &rounds), SWEEP_DONE);
    assert_int_equal(rounds, 1000);
    pme__measurement_close(m);
  }
}

/* Arrays that lie side by side share a line: all is swept but for the last rounds of the first one, in the second.
 * Between two uses of the scalar in front of them there are up to two lines of each. */
static void side_by_side_is_swept(void **unused) {
  (void)unused;
  enum { ARRAY_COUNT = 14, COUNT = 1 + 2 * ARRAY_COUNT, ROUNDS = 52, SWEPT = 47, TIMES = 3 };
  setenv("PMECACHE_SAMPLE", "exact", 1);
  all_sites = MOST_SITES;
  program p;
  make_run(&p, 0);
  p.block.site_count = COUNT;
  for (uint32_t s = 0; s < COUNT; s++) {
    p.sites[s] = (pme_instrumented_site){.bytes = 8, .flags = PME_SITE_STRIDE_RECORDED, .array = ""};
    p.address[s] = s ? (2 << 20) + (uint64_t)((s - 1) / 2 * ROUNDS + s % 2) * 8 : 1 << 20;
    p.stride[s] = s ? 8 : 0;
  }
  pme__measurement *m = pme__measurement_open(&host, 0);
  uint64_t words[PME_RECORD_WORDS];
  pme__measurement_take(m, words, words + write_run(&p, 1, words)); /* makes room for the sites */
  for (int times = 0; times < TIMES; times++) {
    run r = {.block = &p.block, .count = COUNT};
    uint64_t rounds = ROUNDS;
    memcpy(r.address, p.address, sizeof p.address);
    memcpy(r.stride, p.stride, sizeof p.stride);
    assert_int_equal(pme__take_sweep(m, &r, &rounds), SWEEP_DONE);
    assert_int_equal(rounds, SWEPT);
  }
  pme_histogram scalar = {.total = 0};
  assert_true(pme__add_site_counts(m, &m->sites[0], &scalar));
  assert_true(scalar.total == 1 + TIMES * SWEPT && scalar.cold == 1);
  pme_histogram_destroy(&scalar, NULL);
  pme__measurement_close(m);
}

/* What the sweep before was planned with does for a run only that has the same strides, and is aligned as that was. */
static void other_runs_are_not_taken_for_it(void **unused) {
  (void)unused;
  static const struct {
    uint64_t fixed;
    int64_t stride;
    sweep_verdict verdict;
  } runs[] = {{1 << 20, 8, SWEEP_DONE},
              {(1 << 20) + 60, 8, SWEEP_NEVER}, /* straddles two lines */
              {(1 << 20) + 56, 8, SWEEP_DONE},
              {1 << 20, 24, SWEEP_NEVER}, /* no divisor of a line */
              {1 << 20, 8, SWEEP_DONE}};
  setenv("PMECACHE_SAMPLE", "exact", 1);
  all_sites = MOST_SITES;
  program p;
  make_run(&p, 0);
  p.block.site_count = 2;
  p.sites[0] = p.sites[1] = (pme_instrumented_site){.bytes = 8, .flags = PME_SITE_STRIDE_RECORDED, .array = ""};
  p.address[0] = p.address[1] = 2 << 20;
  p.stride[0] = p.stride[1] = 8;
  pme__measurement *m = pme__measurement_open(&host, 0);
  uint64_t words[PME_RECORD_WORDS];
  pme__measurement_take(m, words, words + write_run(&p, 1, words)); /* makes room for the sites */
  for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
    run r = {.block = &p.block, .count = 2, .address = {runs[i].fixed, 2 << 20}, .stride = {0, runs[i].stride}};
    uint64_t rounds = 1000;
    assert_int_equal(pme__take_sweep(m, &r, &rounds), runs[i].verdict);
    assert_int_equal(rounds, runs[i].verdict == SWEEP_DONE ? 1000 : 0);
  }
  pme__measurement_close(m);
}

static double times_at(const site_counts *site, int distance) {
  double far = pme_histogram_bin(&site->whole, distance).count + pme_histogram_bin(&site->weighted, distance).count;
  return (double)site->near[distance] + far;
}

/* The hybrid engine leaves its exact form between two sites of a block: its recent lines are looked at from outside in
 * either. */
static void form_changes_in_a_block(void **unused) {
  (void)unused;
  enum { RECORDS = 12000, PAGE_BYTES = 4096, LAG = 2000, SITES = 5 };
  static program p;
  static uint64_t words[RECORDS * (1 + SITES)], *end = words;
  setenv("PMECACHE_SAMPLE", "hybrid", 1);
  all_sites = MOST_SITES;
  make_block(&p, 0);
  p.block.site_count = SITES;
  for (int s = 0; s < SITES; s++)
    p.sites[s].bytes = 8;
  pme__measurement *m = pme__measurement_open(&host, 0);
  assert_non_null(m);
  for (uint64_t r = 0; r < RECORDS; r++) {
    const uint64_t a = 8, b = 72, fresh = (r + 1 + LAG) * PAGE_BYTES, old = (r + 1) * PAGE_BYTES;
    const uint64_t record[1 + SITES] = {(uint64_t)(uintptr_t)&p.block, fresh, a, old, b, a};
    memcpy(end, record, sizeof record);
    end += 1 + SITES;
  }
  pme__measurement_take(m, words, end);
  assert_true(m->recent && !m->is_exact);
  assert_true(times_at(&m->sites[1], 1) == RECORDS - 1); /* fresh */
  assert_true(times_at(&m->sites[3], 3) == RECORDS - 1); /* a, fresh, old */
  assert_true(times_at(&m->sites[4], 2) == RECORDS);     /* old, b */
  pme_histogram all = {.total = 0};
  assert_true(pme__add_site_counts(m, &m->sites[2], &all));
  /* LAG fresh lines and as many old ones, a and b, but for the first LAG old lines */
  pme_bin old = pme_histogram_bin(&all, pme_bin_of(2 * LAG + 2));
  assert_true(old.count == RECORDS - LAG && old.sum == (RECORDS - LAG) * (2. * LAG + 2));
  assert_true(all.total == RECORDS && all.far == LAG);
  pme_histogram_destroy(&all, NULL);
  pme__measurement_close(m);
}

/* A quarter of the buffers is measured: all executions are counted, and the distances are nearly those of the whole,
 * although each burst sees each line for the first time. */
static void bursts(void **unused) {
  (void)unused;
  enum { LINES = 3000, BUFFERS = PME_BURST_BUFFERS * 4 * 4, RECORDS = 500 };
  static uint64_t words[2 * RECORDS];
  static program p;
  state = 1;
  setenv("PMECACHE_SAMPLE", "0.25", 1);
  all_sites = MOST_SITES;
  make_block(&p, 0);
  p.block.site_count = 1;
  p.sites[0].bytes = 8;
  pme__measurement *m = pme__measurement_open(&host, 0);
  assert_non_null(m);
  for (int b = 0; b < BUFFERS; b++) {
    for (int r = 0; r < RECORDS; r++) {
      words[2 * r] = (uint64_t)(uintptr_t)&p.block;
      words[2 * r + 1] = 64 * any(LINES);
    }
    pme__measurement_take(m, words, words + (size_t)2 * RECORDS);
  }
  site_counts *got = &m->sites[0];
  assert_int_equal(got->records, (uint64_t)BUFFERS * RECORDS);
  assert_non_null(got->at_least);
  pme_histogram all = {.total = 0};
  assert_true(pme__add_site_counts(m, got, &all));
  assert_true(all.total == BUFFERS / 4. * RECORDS);
  pme_profile_range range = {.nearest = {.total = 0}};
  assert_int_equal(pme__range_of_unknown(&all, got->at_least, NULL, &range), PME_OK);
  pme__spread_unknown(&all, got->at_least);
  for (double lines = 500; lines < LINES; lines += 800) {
    double error = pme_histogram_miss_rate(&all, 0, lines) - (1 - lines / LINES);
    if (error > 0.005 || error < -0.005)
      fail_msg("%g lines: error %g", lines, error);
  }
  assert_true(all.cold < 0.005 * all.total);
  for (double lines = 500; lines < LINES; lines += 800) {
    double misses = pme_histogram_miss_rate(&all, 0, lines);
    assert_true(pme_histogram_miss_rate(&range.nearest, 0, lines) <= misses);
    assert_true(pme_histogram_miss_rate(&range.farthest, 0, lines) >= misses);
  }
  assert_true(pme_histogram_miss_rate(&range.nearest, 0, 2. * LINES) == 0 && range.farthest.cold == 4. * LINES);
  pme_histogram_destroy(&range.nearest, NULL);
  pme_histogram_destroy(&range.farthest, NULL);
  pme_histogram_destroy(&all, NULL);
  pme__measurement_close(m);
}

/* What is executed for the first time in a gap ends it. */
static void new_code_ends_a_gap(void **unused) {
  (void)unused;
  enum { BUFFERS = PME_BURST_BUFFERS + 50 };
  program known, fresh;
  setenv("PMECACHE_SAMPLE", "0.01", 1);
  all_sites = 2 * MOST_SITES;
  make_block(&known, 0);
  make_block(&fresh, MOST_SITES);
  pme__measurement *m = pme__measurement_open(&host, 0);
  uint64_t words[PME_RECORD_WORDS];
  for (int b = 0; b < BUFFERS; b++)
    pme__measurement_take(m, words, words + write_block(&known, words));
  assert_true(m->bursts.in_gap);
  assert_true(m->sites[0].records == BUFFERS && m->sites[0].passed > 0);
  pme__measurement_take(m, words, words + write_block(&fresh, words));
  assert_false(m->bursts.in_gap);
  assert_true(m->sites[MOST_SITES].records == 1 && m->sites[MOST_SITES].passed == 0);
  pme__measurement_close(m);
}

/* Lines that fall into one set miss there, also where they are among the recent lines of the engine. */
static void recent_lines_are_looked_at_in_sets(void **unused) {
  (void)unused;
  enum { RECORDS = 5000, SETS = 64 };
  program p = {.block = {.kind = PME_BLOCK_PLAIN, .sites = p.sites, .site_count = USUAL_SITES}};
  uint64_t words[1 + USUAL_SITES] = {(uint64_t)(uintptr_t)&p.block};
  all_sites = USUAL_SITES;
  for (uint32_t s = 0; s < USUAL_SITES; s++) {
    p.sites[s] = (pme_instrumented_site){.bytes = 8, .array = ""};
    words[1 + s] = (UINT64_C(1) << 30) + UINT64_C(64) * SETS * s;
  }
  unsetenv("PMECACHE_SAMPLE");
  pme__caches_name(&caches, "64x8");
  pme__measurement *m = pme__measurement_open(&host, 0);
  for (int r = 0; r < RECORDS; r++)
    pme__measurement_take(m, words, words + 1 + USUAL_SITES);
  pme_profile_stream stream = {.accesses = RECORDS};
  pme__set_sampler_add_to(m->set_sampler, 3, RECORDS - 1, 1, &stream);
  assert_true(m->sites[3].near[USUAL_SITES - 1] == RECORDS - 1);
  assert_true(stream.set_sample[0].hits == 0);
  assert_true(stream.set_sample[0].expected > 0.99 * RECORDS);
  pme__measurement_close(m);
  atomic_store(&caches.count, 0);
}

/* Each burst asks about the lines that it has seen itself, here on other pages than the burst before: one set of all in
 * turns, and many others. */
static void bursts_look_at_sets(void **unused) {
  (void)unused;
  enum { BUFFERS = PME_BURST_BUFFERS * 8, CROWD = 40, OTHERS = 400, SETS = 512 };
  program p[2];
  all_sites = 2;
  for (uint32_t s = 0; s < 2; s++) {
    p[s].block = (pme_instrumented_block){.kind = PME_BLOCK_PLAIN, .sites = p[s].sites, .site_count = 1};
    p[s].block.first_site = s;
    p[s].sites[0] = (pme_instrumented_site){.bytes = 8, .array = ""};
  }
  setenv("PMECACHE_SAMPLE", "0.5", 1);
  pme__caches_name(&caches, "512x8");
  pme__measurement *m = pme__measurement_open(&host, 0);
  for (uint64_t b = 0; b < BUFFERS; b++) {
    uint64_t words[2 * (CROWD + OTHERS)], n = 0, page = b / PME_BURST_BUFFERS;
    for (uint64_t i = 0; i < CROWD + OTHERS; i++) {
      words[n++] = (uint64_t)(uintptr_t)&p[i >= CROWD].block;
      uint64_t line = i < CROWD ? SETS * i + 64 * page : SETS * CROWD + i;
      words[n++] = (UINT64_C(1) << 30) + 64 * line;
    }
    pme__measurement_take(m, words, words + n);
  }
  assert_true(m->bursts.forgot);
  pme_profile_stream stream = {.accesses = 1};
  pme__set_sampler_add_to(m->set_sampler, 0, 1, 1, &stream);
  assert_true(stream.set_sample[0].expected > 0.99 && stream.set_sample[0].hits == 0);
  pme__measurement_close(m);
  atomic_store(&caches.count, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_runs),
                                     cmocka_unit_test(usual_runs_are_sweeps),
                                     cmocka_unit_test(side_by_side_is_swept),
                                     cmocka_unit_test(other_runs_are_not_taken_for_it),
                                     cmocka_unit_test(form_changes_in_a_block),
                                     cmocka_unit_test(bursts),
                                     cmocka_unit_test(new_code_ends_a_gap),
                                     cmocka_unit_test(recent_lines_are_looked_at_in_sets),
                                     cmocka_unit_test(bursts_look_at_sets)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
