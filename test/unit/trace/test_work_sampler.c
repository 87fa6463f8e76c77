/* What a run keeps of its records for running times: courses of blocks, moves of references, parts of iterations. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/trace/record_counts.h"
#include "analysis/trace/work_sampler.h"
#include "analysis/trace/work_spread.h"

static const pme_instrumented_site sites[] = {{1, 1, 8, PME_SITE_DECIDES, 0, "a", NULL},
                                              {1, 5, 8, PME_SITE_WRITE, 0, "b", NULL},
                                              {2, 1, 8, PME_SITE_CHAINED, 8, "c", NULL}};
static const pme_instrumented_block plain = {PME_BLOCK_PLAIN, 0, 2, sites, 1, 1, -1, 0, 0},
                                    run = {PME_BLOCK_RUN, 0, 1, sites + 2, 2, 1, -1, 1, 2};
enum { SITES = 3 };

static uint64_t word(const pme_instrumented_block *block) { return (uint64_t)(uintptr_t)block; }

/* The profile of the records: one block, with its references. */
static pme_profile *profile_of(const pme__work_sampler *s, const pme_instrumented_block *block) {
  pme_profile_options options = pme_profile_default_options();
  pme_profile *p;
  assert_int_equal(pme_profile_create(&options, NULL, &p), PME_OK);
  int function = pme_profile_add_function(p, &(pme_profile_function){.name = "f"});
  int index = pme_profile_add_block(p, &(pme_profile_block){.function = function, .loop = PME_NONE});
  pme__work_sampler_add_block(s, block, p, index);
  for (uint32_t i = 0; i < block->site_count; i++) {
    int reference = pme_profile_add_reference(p, &(pme_profile_reference){.block = index, .number = (int)i});
    pme__work_sampler_add_site(s, block, i, p, reference);
  }
  assert_int_equal(pme_profile_status(p), PME_OK);
  return p;
}

static void test_blocks(void **state) {
  (void)state;
  pme__work_sampler *s = pme__work_sampler_open(NULL);
  for (uint64_t i = 0; i < 100; i++) {
    uint64_t a = 0x10000 + 64 * (i % 2 ? 1000 + i : i);
    const uint64_t records[] = {word(&plain), a, a + 8};
    pme__work_sampler_take(s, SITES, records, records + 3);
  }
  pme_profile *p = profile_of(s, &plain);
  const pme_profile_course *course = &pme_profile_block_at(p, 0)->course;
  assert_false(course->is_run);
  assert_true(course->records == 100 && course->surprises < 10);
  const pme_profile_moves *a = &pme_profile_reference_at(p, 0)->moves, *b = &pme_profile_reference_at(p, 1)->moves;
  assert_true(a->decides && !a->is_chained && !b->decides);
  assert_true(a->first_address == 0x10000 && a->seen == 100 && a->moves == 99 && a->near == 0 && a->changes == 99);
  assert_true(a->follows == 0 && b->follows == 100 && b->leader == 0);
  assert_true(a->span_bytes == 64 * 1099);
  pme_profile_destroy(p);
  pme__work_sampler_close(s);
}

static void test_runs(void **state) {
  (void)state;
  pme__work_sampler *s = pme__work_sampler_open(NULL);
  for (uint64_t i = 0; i < 10; i++) {
    /* Two that go on where the one before ended, then one that begins elsewhere. */
    const uint64_t records[] = {word(&run), 32, 0x10000 + (i / 3) * 0x8000 + (i % 3) * 256};
    pme__work_sampler_take(s, SITES, records, records + 3);
  }
  pme_profile *p = profile_of(s, &run);
  const pme_profile_course *course = &pme_profile_block_at(p, 0)->course;
  const pme_profile_moves *c = &pme_profile_reference_at(p, 0)->moves;
  assert_true(course->is_run && course->records == 10 && course->rounds == 320);
  assert_true(c->is_chained && c->stride_bytes == 8 && c->moves == 9 && c->near == 6);
  pme_profile_destroy(p);
  pme__work_sampler_close(s);
}

/* Of a long run one stretch of eight is looked at, however long buffers are; shares stay what they are. */
static void sample_long_run(size_t records) {
  enum { MOST_RECORDS = 2000, ALL_RECORDS = 2000000, STRETCHES = 3 * ALL_RECORDS / 8192 / 8 };
  static uint64_t buffer[3 * MOST_RECORDS];
  pme__work_sampler *s = pme__work_sampler_open(NULL);
  for (uint64_t i = 0; i < ALL_RECORDS;) {
    for (size_t r = 0; r < records; r++, i++) {
      buffer[3 * r] = word(&plain);
      buffer[3 * r + 1] = 0x10000 + 64 * (i % 4 ? i : 5000 + i);
      buffer[3 * r + 2] = 0x8000;
    }
    pme__work_sampler_take(s, SITES, buffer, buffer + 3 * records);
  }
  pme_profile *p = profile_of(s, &plain);
  const pme_profile_moves *a = &pme_profile_reference_at(p, 0)->moves;
  assert_true(a->seen < ALL_RECORDS / 3. && a->seen > ALL_RECORDS / 8.);
  assert_float_equal(a->near / a->moves, 0.5, 0.01);
  assert_true(a->seen - a->moves <= STRETCHES + 1); /* where it came from is not known of the first of a stretch */
  pme_profile_destroy(p);
  pme__work_sampler_close(s);
}

static void test_long_runs_are_sampled(void **state) {
  (void)state;
  sample_long_run(2000);
  sample_long_run(1250);
  sample_long_run(250);
}

/* A program may bring more sites while it runs. */
static void test_sites_that_come_later(void **state) {
  (void)state;
  pme__work_sampler *s = pme__work_sampler_open(NULL);
  const uint64_t first[] = {word(&plain), 0x1000, 0x2000}, later[] = {word(&run), 4, 0x3000};
  pme__work_sampler_take(s, 2, first, first + 3);
  pme__work_sampler_take(s, SITES, later, later + 3);
  pme__work_sampler_take(s, SITES, first, first + 3);
  pme_profile *p = profile_of(s, &plain), *q = profile_of(s, &run);
  assert_true(pme_profile_block_at(p, 0)->course.records == 2);
  assert_true(pme_profile_block_at(q, 0)->course.records == 1);
  pme_profile_destroy(p);
  pme_profile_destroy(q);
  pme__work_sampler_close(s);
}

static void test_spread(void **state) {
  (void)state;
  pme__work_spread spread = {0}, by_runs = {0};
  double part[PME_PROFILE_PARTS] = {0}, same[PME_PROFILE_PARTS] = {0}, sum = 0;
  for (uint64_t i = 0; i < 100000; i++)
    pme__work_spread_add(&spread, i, 1, (double)(i < 50000 ? 1 : 3));
  pme__work_spread_end(&spread, 100000, part);
  for (int i = 0; i < PME_PROFILE_PARTS; i++)
    sum += part[i];
  assert_float_equal(sum, 200000, 1e-6);
  assert_float_equal(part[3], 100000. / PME_PROFILE_PARTS, 1000);
  assert_float_equal(part[28], 300000. / PME_PROFILE_PARTS, 3000);
  pme__work_spread_add(&by_runs, 0, 50000, 1);
  pme__work_spread_add(&by_runs, 50000, 50000, 3);
  pme__work_spread_end(&by_runs, 100000, same);
  for (int i = 0; i < PME_PROFILE_PARTS; i++)
    assert_float_equal(part[i], same[i], 1e-6);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_blocks), cmocka_unit_test(test_runs),
                                     cmocka_unit_test(test_long_runs_are_sampled),
                                     cmocka_unit_test(test_sites_that_come_later), cmocka_unit_test(test_spread)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
